import { refuse } from './refusal';
import type { Item, Order, PaymentMethod, Retail, User, Variant } from './retail';

/** Each refuses what is not there. */
export const userOf = ({ users }: Retail, id: string): User => users[id] ?? refuse('unknownUser');
export const orderOf = ({ orders }: Retail, id: string): Order => orders[id] ?? refuse('unknownOrder');
export const productOf = ({ products }: Retail, id: string): Retail['products'][string] =>
  products[id] ?? refuse('unknownProduct');
export const paymentOf = (shop: Retail, userId: string, id: string): PaymentMethod =>
  userOf(shop, userId).payment_methods[id] ?? refuse('unknownPayment');
export const itemOf = ({ items }: Order, id: string): Item =>
  items.find(({ item_id }) => item_id === id) ?? refuse('missingItem');
export const variantOf = (shop: Retail, productId: string, id: string): Variant =>
  productOf(shop, productId).variants[id] ?? refuse('unknownVariant');

/** An item may be named as often as the order holds it. */
export function checkItems({ items }: Order, ids: readonly string[]): void {
  const held = items.map(({ item_id }) => item_id);
  const count = (list: readonly string[], id: string): number => list.filter((other) => other === id).length;
  if (ids.some((id) => count(ids, id) > count(held, id))) refuse('missingItem');
}
