export { checkSegment } from './check-segment';
export { CheckedProse, checkedProse, refusedClaims } from './checked-prose';
export type { Ground } from './ground';
export { REFUSED_CLAIMS, type RefusedClaim, type Verdict } from './claim-verdict';
export * from './founded-text';
export * from './proposed-prose';
export * from './reply-ground';
