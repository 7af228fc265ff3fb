export { Reconciliation } from './reconciliation';
