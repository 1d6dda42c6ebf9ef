import { isIdentityUser } from '../../platform/access/identity/users.ts';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { acl, route } from '../../kernel/route.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listSegments, showSegment } from './list.ts';
import { CustomerSegmentSearchResults } from './types.ts';

const RESOURCE = 'Magento_CustomerSegment::customersegment';

/** Throws for callers who are neither an integration nor from an identity service, as the interface does. */
async function requireSystem(call: Call): Promise<void> {
  const { type, id } = call.caller;
  if (type === 'integration' || (type === 'admin' && (await isIdentityUser(call, id)))) return;
  throw platformErrors.notAuthorized({ resources: RESOURCE });
}

const searchSegments = route({
  method: 'GET',
  path: '/V1/customerSegments/search',
  service: 'customerSegmentStorefrontCompatibilityCustomerSegmentRepositoryV1',
  operation: 'getList',
  summary: 'List segments of customers; for integrations and callers with a token of the identity service.',
  access: acl(RESOURCE),
  input: { searchCriteria: SearchCriteria },
  output: CustomerSegmentSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    await requireSystem(call);
    return answerList(await listSegments(call, searchCriteria), requestedFields, (segments) =>
      segments.map((segment) => showSegment(call, segment)),
    );
  },
});

/** Routes of segments. */
export const segmentRoutes = [searchSegments];
