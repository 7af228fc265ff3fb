import type { DataClass } from '@arbiter/contracts';

const NATIONAL_IDS =
  'CA_SIN DE_TAX_ID ES_NIE ES_NIF FI_PERSONAL_IDENTITY_CODE IN_AADHAAR IN_PAN IT_FISCAL_CODE PL_PESEL SE_PERSONNUMMER TH_TNIN UK_NINO';

/** Our names for the entity types of recorded cases. An unlisted type is no kind that is recognised. */
const CLASSES: Readonly<Record<string, DataClass>> = {
  ADDRESS: 'address',
  CREDIT_CARD: 'card',
  CRYPTO: 'wallet',
  EMAIL_ADDRESS: 'email',
  IBAN_CODE: 'iban',
  IP_ADDRESS: 'ip_address',
  MAC_ADDRESS: 'mac_address',
  PERSON: 'person',
  PHONE_NUMBER: 'phone',
  PH_MOBILE_NUMBER: 'phone',
  TR_PHONE_NUMBER: 'phone',
  US_ITIN: 'ssn',
  US_SSN: 'ssn',
  ...Object.fromEntries(NATIONAL_IDS.split(' ').map((name) => [name, 'national_id' as const])),
};

export const classOf = (entityType: string): DataClass | null =>
  Object.hasOwn(CLASSES, entityType) ? CLASSES[entityType]! : null;
