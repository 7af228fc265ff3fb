/**
 * What a clause beside a request may say in support of it, as closed classes. A clause that says anything else leaves
 * the request open: it is asked about before it is carried out.
 */
export interface Support {
  /** begin a reason, whatever it is: "because" */
  readonly causal: ReadonlySet<string>;
  /** are wrong with a thing or a delivery: "broken", "too late"; a reason unless negated, and unless said of the writer */
  readonly faults: readonly string[];
  /** the trouble of the writer: "unhappy", "have waited", "in a hurry"; a reason unless negated */
  readonly grievances: readonly string[];
  /** a thing or a delivery is there for: "work", "arrive"; a reason only when negated */
  readonly workings: readonly string[];
  /** tell who writes, or how the thing was come by: "my name is", "I bought" */
  readonly identifying: readonly string[];
  /** say that the request is meant, and nothing besides: "I am sure" */
  readonly affirming: readonly string[];
}
