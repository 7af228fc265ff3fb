import { checkItems, itemOf, orderOf, paymentOf, userOf, variantOf } from './lookups';
import { refuse } from './refusal';
import type { Item, Order, PaymentMethod, Retail, User, Variant } from './retail';

type Address = Order['address'];

interface MutationArguments extends Address {
  readonly order_id: string;
  readonly user_id: string;
  readonly reason: string;
  readonly item_ids: readonly string[];
  readonly new_item_ids: readonly string[];
  readonly payment_method_id: string;
}

/** Refuses, and then has changed nothing; or changes records, and gives back the one that it is about. */
export type Mutation = (shop: Retail, args: MutationArguments) => Order | User;

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  cancel_pending_order(shop, { order_id, reason }) {
    const order = orderOf(shop, order_id);
    if (order.status !== 'pending') refuse('notCancellable');
    if (reason !== 'no longer needed' && reason !== 'ordered by mistake') refuse('badReason');
    const paid = order.payment_history.map(({ amount, payment_method_id }) => ({
      amount,
      payment: paymentOf(shop, order.user_id, payment_method_id),
    }));
    for (const { amount, payment } of paid) {
      pay(payment, -amount);
      order.payment_history.push({ transaction_type: 'refund', amount, payment_method_id: payment.id });
    }
    return Object.assign(order, { status: 'cancelled', cancel_reason: reason });
  },

  exchange_delivered_order_items(shop, { order_id, item_ids, new_item_ids, payment_method_id }) {
    const order = orderOf(shop, order_id);
    if (order.status !== 'delivered') refuse('notExchangeable');
    const difference = rounded(differenceOf(swapsOf(shop, order, item_ids, new_item_ids)));
    const { balance } = paymentOf(shop, order.user_id, payment_method_id);
    if (balance !== undefined && balance < difference) refuse('poorForDifference');
    return Object.assign(order, {
      status: 'exchange requested',
      exchange_items: item_ids.toSorted(),
      exchange_new_items: new_item_ids.toSorted(),
      exchange_payment_method_id: payment_method_id,
      exchange_price_difference: difference,
    });
  },

  return_delivered_order_items(shop, { order_id, item_ids, payment_method_id }) {
    const order = orderOf(shop, order_id);
    if (order.status !== 'delivered') refuse('notReturnable');
    const { balance } = paymentOf(shop, order.user_id, payment_method_id);
    if (balance === undefined && payment_method_id !== order.payment_history[0]!.payment_method_id)
      refuse('otherPayment');
    checkItems(order, item_ids);
    return Object.assign(order, {
      status: 'return requested',
      return_items: item_ids.toSorted(),
      return_payment_method_id: payment_method_id,
    });
  },

  modify_pending_order_address: (shop, { order_id, ...address }) => {
    const order = orderOf(shop, order_id);
    if (!order.status.includes('pending')) refuse('notModifiable');
    return Object.assign(order, { address: addressOf(address) });
  },

  modify_pending_order_items(shop, { order_id, item_ids, new_item_ids, payment_method_id }) {
    const order = orderOf(shop, order_id);
    if (order.status !== 'pending') refuse('notModifiable');
    const swaps = swapsOf(shop, order, item_ids, new_item_ids);
    const last = swaps.at(-1)?.variant ?? refuse('missingItem');
    const difference = differenceOf(swaps);
    const payment = paymentOf(shop, order.user_id, payment_method_id);
    if (payment.balance !== undefined && payment.balance < difference) refuse('poorForItem');
    pay(payment, difference);
    order.payment_history.push({
      transaction_type: difference > 0 ? 'payment' : 'refund',
      amount: Math.abs(difference),
      payment_method_id,
    });
    // The recorded shop gives every new item the price and the options of the last one.
    const { price, options } = last;
    for (const { item, variant } of swaps) Object.assign(item, { item_id: variant.item_id, price, options });
    return Object.assign(order, { status: 'pending (item modified)' });
  },

  modify_pending_order_payment(shop, { order_id, payment_method_id }) {
    const order = orderOf(shop, order_id);
    if (!order.status.includes('pending')) refuse('notModifiable');
    const [first, ...others] = order.payment_history;
    if (first?.transaction_type !== 'payment' || others.length > 0) return refuse('severalPayments');
    if (first.payment_method_id === payment_method_id) refuse('samePayment');
    const { amount } = first;
    const payment = paymentOf(shop, order.user_id, payment_method_id);
    if (payment.balance !== undefined && payment.balance < amount) refuse('poorForOrder');
    pay(payment, amount);
    pay(paymentOf(shop, order.user_id, first.payment_method_id), -amount);
    order.payment_history.push(
      { transaction_type: 'payment', amount, payment_method_id },
      { transaction_type: 'refund', amount, payment_method_id: first.payment_method_id },
    );
    return order;
  },

  modify_user_address: (shop, { user_id, ...address }) =>
    Object.assign(userOf(shop, user_id), { address: addressOf(address) }),
};

const addressOf = ({ address1, address2, city, state, country, zip }: Address): Address => ({
  address1,
  address2,
  city,
  state,
  country,
  zip,
});

interface Swap {
  readonly item: Item;
  readonly variant: Variant;
}

/** Items of an order, each with what stands in its place. */
function swapsOf(shop: Retail, order: Order, ids: readonly string[], newIds: readonly string[]): readonly Swap[] {
  checkItems(order, ids);
  if (ids.length !== newIds.length) refuse('unequalItems');
  return ids.map((id, index) => {
    const item = itemOf(order, id);
    const variant = variantOf(shop, item.product_id, newIds[index]!);
    if (!variant.available) refuse('unavailable');
    return { item, variant };
  });
}

const differenceOf = (swaps: readonly Swap[]): number =>
  swaps.reduce((difference, { item, variant }) => difference + (variant.price - item.price), 0);

/** Only a gift card has a balance; the shop keeps no books of other ways to pay. */
function pay(payment: PaymentMethod, amount: number): void {
  if (payment.balance !== undefined) payment.balance = rounded(payment.balance - amount);
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;
