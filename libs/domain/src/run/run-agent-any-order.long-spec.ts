import { expectOneStream } from '../fixtures/expect-one-stream';

describe('what a person sees of a run with an agent', () => {
  it('is one stream, in 10,000 schedules of stops, pauses, resumes, kills and lost connections (EVL-07)', () =>
    expectOneStream(10_000));
});
