import { readJson } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);
const Options = Type.Record(Text, Text);

const Address = Type.Object({
  address1: Text,
  address2: Text,
  city: Text,
  state: Text,
  country: Text,
  zip: Text,
});

const Variant = Type.Object({ item_id: Text, options: Options, available: Type.Boolean(), price: Type.Number() });
export type Variant = Static<typeof Variant>;

const Product = Type.Object({ name: Text, product_id: Text, variants: Type.Record(Text, Variant) });

const PaymentMethod = Type.Object({ source: Text, id: Text, balance: Type.Optional(Type.Number()) });
export type PaymentMethod = Static<typeof PaymentMethod>;

const User = Type.Object({
  user_id: Text,
  name: Type.Object({ first_name: Text, last_name: Text }),
  address: Address,
  email: Text,
  payment_methods: Type.Record(Text, PaymentMethod),
  orders: Type.Array(Text),
});
export type User = Static<typeof User>;

const Item = Type.Object({ name: Text, product_id: Text, item_id: Text, price: Type.Number(), options: Options });
export type Item = Static<typeof Item>;

const Payment = Type.Object({
  transaction_type: Type.Union([Type.Literal('payment'), Type.Literal('refund')]),
  amount: Type.Number(),
  payment_method_id: Text,
});

const ORDER = {
  order_id: Text,
  user_id: Text,
  address: Address,
  items: Type.Array(Item),
  status: Text,
  payment_history: Type.Array(Payment),
};

/** What has become of an order: null as long as nothing has. */
const LATER = {
  cancel_reason: TextOrNull,
  exchange_items: Type.Union([Type.Array(Text), Type.Null()]),
  exchange_new_items: Type.Union([Type.Array(Text), Type.Null()]),
  exchange_payment_method_id: TextOrNull,
  exchange_price_difference: Type.Union([Type.Number(), Type.Null()]),
  return_items: Type.Union([Type.Array(Text), Type.Null()]),
  return_payment_method_id: TextOrNull,
};

const Order = Type.Object({ ...ORDER, ...LATER });
export type Order = Static<typeof Order>;

/** The records of a retail shop, as its file holds them. */
export const RetailRecords = Type.Object({
  products: Type.Record(Text, Product),
  users: Type.Record(Text, User),
  orders: Type.Record(Text, Type.Object({ ...ORDER, ...Type.Partial(Type.Object(LATER)).properties })),
});

/** The records of a retail shop, by their ids. */
export interface Retail {
  readonly products: Readonly<Record<string, Static<typeof Product>>>;
  readonly users: Readonly<Record<string, User>>;
  readonly orders: Readonly<Record<string, Order>>;
}

const NOTHING_YET = Object.fromEntries(Object.keys(LATER).map((name) => [name, null])) as {
  readonly [Name in keyof typeof LATER]: null;
};

/** Every order says what has become of it. */
export const retailOf = ({ products, users, orders }: Static<typeof RetailRecords>): Retail => ({
  products,
  users,
  orders: Object.fromEntries(Object.entries(orders).map(([id, order]) => [id, { ...NOTHING_YET, ...order }])),
});

/** A copy that shares nothing with it. */
export const copyOf = <Value>(value: Value): Value => readJson(JSON.stringify(value)) as Value;
