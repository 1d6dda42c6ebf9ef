import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { allMetadata, attributeMetadata, customMetadata, formMetadata } from './metadata.ts';
import { AttributeMetadata } from './types.ts';

const access = acl('Magento_Customer::customer');
const list = t.array(AttributeMetadata);

const customerMetadata = 'customerCustomerMetadataV1';

const getCustomerAttribute = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customer/attribute/:attributeCode',
  service: customerMetadata,
  operation: 'getAttributeMetadata',
  summary: 'Describe one attribute of customers.',
  access,
  input: { attributeCode: t.string },
  output: AttributeMetadata,
  handle: ({ attributeCode }, call) => attributeMetadata(call, 'customer', attributeCode),
});

const getCustomerForm = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customer/form/:formCode',
  service: customerMetadata,
  operation: 'getAttributes',
  summary: 'Describe the attributes of a form for customers.',
  access,
  input: { formCode: t.string },
  output: list,
  handle: ({ formCode }, call) => formMetadata(call, 'customer', formCode),
});

const getCustomerAttributes = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customer',
  service: customerMetadata,
  operation: 'getAllAttributesMetadata',
  summary: 'Describe all attributes of customers.',
  access,
  input: {},
  output: list,
  handle: (_, call) => allMetadata(call, 'customer'),
});

const getCustomCustomerAttributes = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customer/custom',
  service: customerMetadata,
  operation: 'getCustomAttributesMetadata',
  summary: 'Describe the attributes of customers that were added.',
  access,
  input: { dataInterfaceName: t.optional(t.string) },
  partial: '`dataInterfaceName` changes nothing',
  output: list,
  handle: (_, call) => customMetadata(call, 'customer'),
});

const address = 'customerAddressMetadataV1';

const getAddressAttribute = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customerAddress/attribute/:attributeCode',
  service: address,
  operation: 'getAttributeMetadata',
  summary: 'Describe one attribute of addresses.',
  access,
  input: { attributeCode: t.string },
  output: AttributeMetadata,
  handle: ({ attributeCode }, call) => attributeMetadata(call, 'customer_address', attributeCode),
});

const getAddressForm = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customerAddress/form/:formCode',
  service: address,
  operation: 'getAttributes',
  summary: 'Describe the attributes of a form for addresses.',
  access,
  input: { formCode: t.string },
  output: list,
  handle: ({ formCode }, call) => formMetadata(call, 'customer_address', formCode),
});

const getAddressAttributes = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customerAddress',
  service: address,
  operation: 'getAllAttributesMetadata',
  summary: 'Describe all attributes of addresses.',
  access,
  input: {},
  output: list,
  handle: (_, call) => allMetadata(call, 'customer_address'),
});

const getCustomAddressAttributes = route({
  method: 'GET',
  path: '/V1/attributeMetadata/customerAddress/custom',
  service: address,
  operation: 'getCustomAttributesMetadata',
  summary: 'Describe the attributes of addresses that were added.',
  access,
  input: { dataInterfaceName: t.optional(t.string) },
  partial: '`dataInterfaceName` changes nothing',
  output: list,
  handle: (_, call) => customMetadata(call, 'customer_address'),
});

/** Routes of the metadata of customers and addresses. */
export const metadataRoutes = [
  getCustomerAttribute,
  getCustomerForm,
  getCustomerAttributes,
  getCustomCustomerAttributes,
  getAddressAttribute,
  getAddressForm,
  getAddressAttributes,
  getCustomAddressAttributes,
];
