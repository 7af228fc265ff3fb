import { RateGovernor } from './rate-governor';

const LANE = 'shop/vendor';
const SECOND = 1_000;
/** Waits end with a whole second: in the middle of one it is sure which of them ends first. */
const MIDDLE_OF_A_SECOND = 1_500;

describe('permits to call a vendor', () => {
  beforeEach(() => void jest.useFakeTimers({ now: MIDDLE_OF_A_SECOND }));
  afterEach(() => void jest.useRealTimers());

  /** The callers that have a permit by now, in order. */
  function permits(requestsPerSecond: number) {
    const governor = new RateGovernor(requestsPerSecond);
    const answers: string[] = [];
    const ask = (who: string, milliseconds = 60_000, lane = LANE): void =>
      void governor.permit(lane, milliseconds).then((isGiven) => answers.push(isGiven ? who : `${who} too late`));
    return { governor, answers, ask, pass: (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds) };
  }

  it('are given so many in a second, first come first served, and to each lane its own', async () => {
    const { answers, ask, pass } = permits(1);
    for (const who of ['first', 'second', 'third']) ask(who);
    ask('another', 60_000, 'bank/vendor');
    await pass(0);
    expect(answers).toEqual(['first', 'another']);
    await pass(SECOND);
    expect(answers).toEqual(['first', 'another', 'second']);
    await pass(SECOND);
    expect(answers).toEqual(['first', 'another', 'second', 'third']);
  });

  it('are not given any more to who has waited too long, and none is used up by them', async () => {
    const { answers, ask, pass } = permits(1);
    ask('first');
    await pass(0);
    ask('hasty', 100);
    ask('patient');
    await pass(2 * SECOND);
    expect(answers).toContain('patient');
    expect(answers).toContain('hasty too late');
  });

  it('are fewer for the others after a further call of who has one', async () => {
    const { governor, answers, ask, pass } = permits(2);
    ask('first');
    await governor.count(LANE);
    ask('second');
    await pass(0);
    expect(answers).toEqual(['first']);
    await pass(SECOND);
    expect(answers).toEqual(['first', 'second']);
  });
});
