// Loaded first in a process whose clock is to be wrong: `new Date()` and `Date.now()` are off by so many seconds.
const Real = Date;
const offset = Number(process.env['SOAK_CLOCK_SKEW_SECONDS'] ?? 0) * 1_000;

globalThis.Date = new Proxy(Real, {
  construct: (target, given, caller) =>
    Reflect.construct(target, given.length === 0 ? [Real.now() + offset] : given, caller) as Date,
  get: (target, name, receiver) => (name === 'now' ? () => Real.now() + offset : Reflect.get(target, name, receiver)),
});
