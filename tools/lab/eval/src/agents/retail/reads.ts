import { calculated } from './arithmetic';
import { orderOf, productOf, userOf } from './lookups';
import { refuse } from './refusal';
import type { Retail } from './retail';

interface ReadArguments {
  readonly first_name: string;
  readonly last_name: string;
  readonly zip: string;
  readonly email: string;
  readonly order_id: string;
  readonly product_id: string;
  readonly item_id: string;
  readonly user_id: string;
  readonly expression: string;
}

export type Read = (shop: Retail, args: ReadArguments) => unknown;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const READS: Readonly<Record<string, Read>> = {
  find_user_id_by_name_zip: ({ users }, { first_name, last_name, zip }) =>
    Object.values(users).find(
      ({ name, address }) =>
        isSame(name.first_name, first_name) && isSame(name.last_name, last_name) && address.zip === zip,
    )?.user_id ?? refuse('unknownUser'),
  find_user_id_by_email: ({ users }, { email }) =>
    Object.values(users).find((user) => isSame(user.email, email))?.user_id ?? refuse('unknownUser'),
  get_order_details: (shop, { order_id }) => orderOf(shop, order_id),
  get_product_details: (shop, { product_id }) => productOf(shop, product_id),
  get_item_details: ({ products }, { item_id }) =>
    Object.values(products).find(({ variants }) => Object.hasOwn(variants, item_id))?.variants[item_id] ??
    refuse('unknownItem'),
  get_user_details: (shop, { user_id }) => userOf(shop, user_id),
  list_all_product_types: ({ products }) =>
    JSON.stringify(Object.fromEntries(Object.values(products).map(({ name, product_id }) => [name, product_id]))),
  calculate: (_, { expression }) => calculated(expression),
  transfer_to_human_agents: () => 'Transfer successful',
};
