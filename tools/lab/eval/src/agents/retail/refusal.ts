/** A call that the shop refuses, with the reason in its own words. */
export class Refusal extends Error {}

/** Every reason, as the recordings spell them. */
export const REASONS = {
  unknownUser: 'User not found',
  unknownOrder: 'Order not found',
  unknownProduct: 'Product not found',
  unknownItem: 'Item not found',
  unknownVariant: 'Variant not found',
  unknownPayment: 'Payment method not found',
  notCancellable: 'Non-pending order cannot be cancelled',
  notModifiable: 'Non-pending order cannot be modified',
  notExchangeable: 'Non-delivered order cannot be exchanged',
  notReturnable: 'Non-delivered order cannot be returned',
  badReason: 'Invalid reason',
  missingItem: 'Some item not found',
  unequalItems: 'The number of items to be exchanged should match',
  unavailable: 'New item not found or available',
  otherPayment: 'Payment method should be the original payment method',
  severalPayments: 'There should be exactly one payment for a pending order',
  samePayment: 'The new payment method should be different from the current one',
  poorForDifference: 'Insufficient gift card balance to pay for the price difference',
  poorForItem: 'Insufficient gift card balance to pay for the new item',
  poorForOrder: 'Insufficient gift card balance to pay for the order',
  badExpression: 'Invalid expression',
} as const;

export function refuse(reason: keyof typeof REASONS): never {
  throw new Refusal(REASONS[reason]);
}

/** The code that the shop's answer carries for a reason. */
export const codeOf = (reason: string): string => reason.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
