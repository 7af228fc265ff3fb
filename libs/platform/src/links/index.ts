export {
  standingLink,
  refusalOf,
  type CodeRefusal,
  type Confirmation,
  type Confirmed,
  type Link,
} from './account-link';
export * from './account-links';
export * from './link-codes';
