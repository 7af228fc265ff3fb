export interface TierProblem {
  /** where in models.yaml */
  readonly path: readonly (string | number)[];
  readonly reason: string;
  readonly fix: string;
}
