import { defineErrors } from '../../kernel/errors.ts';

/** Errors of companies. */
export const companyErrors = defineErrors('company', {
  emailTaken: [
    'state',
    'A company with the e-mail address %1 already exists.',
    'the e-mail address of a company is that of another one',
  ],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a field of a company has a value that it cannot have',
  ],
  otherCompany: [
    'state',
    'The customer %1 belongs to another company.',
    'the super user of a company is a user of another one',
  ],
  superUser: [
    'state',
    'The customer is the administrator of a company. Name another one first.',
    'the super user of a company is deleted, disabled, or moved to another company',
  ],
  noReason: ['input', 'A company is rejected with a reason.', 'a company is rejected without reject_reason'],
  inactive: [
    'unauthorized',
    'This account is locked. Please contact the administrator of your company.',
    'a disabled user, or a user of a pending or rejected company, signs in',
  ],
  noOrders: [
    'state',
    'Orders cannot be placed for your company now. Please contact its administrator.',
    'a user orders whose company is pending or rejected, or who is switched off',
  ],
  blocked: ['state', 'Your company is blocked. Please contact us.', 'a user of a blocked company orders'],
  notAvailable: ['input', 'Company feature is not available.', 'a storefront calls companies where they are off'],
  notCompanyUser: [
    'input',
    'Customer is not a company user.',
    'somebody without a company calls the storefront of one',
  ],
  notInCompany: [
    'input',
    'You are no active user of the company with the ID "%1".',
    'the header X-Adobe-Company names a company that the customer is not in, or may not act for',
    'filled',
  ],
  noRegistration: [
    'input',
    'Company registration is not available.',
    'a storefront registers a company where the shop does not allow it',
  ],
  missing: ['input', 'Required parameters are missing: %1', 'a company or a user is sent without a field', 'filled'],
  notEmail: ['input', '"%1" is not a valid email address.', 'the e-mail address of a new user is malformed', 'filled'],
  invited: [
    'state',
    'Invitation was sent to an existing customer, they will be added to your organization once they accept the invitation.',
    'a new user of a company has an account already, which is not added without the consent of its owner',
  ],
  otherUser: [
    'state',
    'A customer with the same email already assigned to company.',
    'a new user of a company is a user of a company already',
  ],
  wrongInvitation: [
    'input',
    'The invitation is not valid or has expired.',
    'an invitation does not exist, is of another customer, or too old',
  ],
  tooManyInvitations: [
    'state',
    'The company has sent %1 invitations in the last hour. Try again later.',
    'a company invites more customers than an hour allows',
    'filled',
  ],
  ownerOnly: [
    'input',
    'The e-mail address of an account is changed by its owner alone.',
    'a user of a company changes the e-mail address of another one, or of itself without the password',
  ],
  leaderOnly: [
    'input',
    'The administrator of a company is changed by the administrator alone.',
    'a user changes the data of the administrator',
  ],
  self: ['state', 'You cannot delete yourself.', 'a user of a company deletes itself'],
  denied: ['input', '%1 access denied.', 'no role of a user allows the call'],
  roleNotFound: ['noSuchEntity', 'No such entity with roleId = %1', 'no role has this id', 'filled'],
  roleName: [
    'input',
    'User role with this name already exists. Enter a different name to save this role.',
    'a company has two roles of one name',
  ],
  roleUsed: [
    'state',
    'This role cannot be deleted because users are assigned to it. Reassign the users to another role to continue.',
    'a role is deleted that users have',
  ],
  lastRole: [
    'state',
    'You cannot delete a role when it is the only role in the company.',
    'the only role of a company is deleted',
  ],
  notUser: [
    'input',
    'The customer %1 is not a user of the company %2.',
    'a role is assigned to a customer without a company, or of another one',
  ],
  leaderRole: [
    'state',
    'The company admin has all permissions and no roles.',
    'a role is assigned to the administrator',
  ],
  mayNotOrder: [
    'state',
    'You are not allowed to place orders for your company.',
    'a user orders whose roles do not allow it',
  ],
  teamUsed: [
    'state',
    'This team has child users or teams aligned to it and cannot be deleted. Please re-align the child users or teams first.',
    'a team is deleted that something is below in the hierarchy',
  ],
  top: [
    'state',
    'The company admin stays at the top of the hierarchy.',
    'the place of the administrator is moved below another one',
  ],
  belowItself: [
    'input',
    'A place in the hierarchy cannot be moved below itself.',
    'the new parent is below the moved entity',
  ],
  otherParent: ['state', 'The company %1 belongs to another company.', 'a company gets a second parent'],
  parentIsChild: [
    'state',
    'The company %1 belongs to another company, and can have none below it.',
    'a company with a parent becomes a parent',
  ],
  childIsParent: [
    'state',
    'The company %1 has companies below it, and can belong to none.',
    'a company that is a parent gets a parent, or becomes its own parent',
  ],
  hierarchyLeader: [
    'input',
    'The hierarchy of companies is changed by the administrator of the parent company, who may also edit the child company.',
    'a storefront changes relations of companies for somebody else',
  ],
  noParent: [
    'state',
    'The company "%1" belongs to no other company.',
    'a company without a parent is set free',
    'filled',
  ],
});
