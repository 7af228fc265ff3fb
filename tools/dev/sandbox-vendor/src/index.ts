export { startVendor, type Vendor, type VendorOptions } from './start-vendor';
export { FAULT_KINDS, type Fault, type FaultKind } from './faults';
export type { LedgerEntry, MutationKind } from './ledger';
export type { LoggedRequest } from './request-log';
export { CUSTOMER_COUNT, makeShop } from './make-shop';
export { seededRandom, type SeededRandom } from './random';
export type { Customer, Order, Shop } from './shop';
export { SHOP_TRUTH } from './routes/back-office';
export { FIRST_DAY, addDays } from './studio/days';
export type { Touch } from './studio/diary';
export { STUDIO_TRUTH } from './studio/truth';
export {
  openVendorInProcess,
  type InProcessVendor,
  type VendorRequest,
  type VendorResponse,
} from './in-process-vendor';
