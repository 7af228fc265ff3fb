import { setImmediate } from 'node:timers/promises';
import type { Appended, WrittenEvent } from './append';
import type { AppendPart } from './append-part';
import { JointAppend } from './joint-append';
import type { WriterOfAll } from './joint-writer';

/** A part of one stream; `written`: what becomes of it by itself. */
const partOf = (stream: string, written: () => Promise<Appended> = async () => appended(stream)): AppendPart =>
  ({
    appends: [{ stream }],
    write: jest.fn(written),
    travelling: travellingOf(stream),
    taken: (accepted: ReadonlySet<string>) => appended(...[...accepted].filter((one) => one === stream)),
  }) as unknown as AppendPart;

const travellingOf = (...streams: string[]) => streams.map((stream) => ({ stream }) as WrittenEvent);

const appended = (...streams: string[]): Appended => ({
  accepted: new Set(streams),
  outboxId: 'o',
  travelling: travellingOf(...streams),
});

const writerOf = (write: WriterOfAll['write']): jest.Mocked<WriterOfAll> => ({ isReady: true, write: jest.fn(write) });
const takesAll = () =>
  writerOf(async (parts) => new Set(parts.flatMap(({ appends }) => appends.map(({ stream }) => stream))));
const takesNothing = () => writerOf(() => Promise.reject(new Error('only 1 of 2 streams could be taken')));

describe('an append that others join', () => {
  const joined: AppendPart[] = [];
  const written: WrittenEvent[] = [];
  beforeEach(() => void [joined, written].forEach((list) => list.splice(0)));
  const jointOf = (own: AppendPart, writer: WriterOfAll | null) =>
    new JointAppend(own, writer, {
      joined: (part) => joined.push(part),
      written: (travelling) => written.push(...travelling),
    });

  it('is written by itself when no other has joined it', async () => {
    const [own, writer] = [partOf('turn-shop-a'), takesAll()];
    const joint = jointOf(own, writer);
    expect(await joint.write()).toEqual(appended('turn-shop-a'));
    expect(await joint.accepted).toEqual(new Set(['turn-shop-a']));
    expect(written).toEqual(travellingOf('turn-shop-a'));
    expect(writer.write).not.toHaveBeenCalled();
  });

  it('is written with them in one statement, and each hears of its own, after who began (1, 3)', async () => {
    const [own, router, planner, writer] = [
      partOf('turn-shop-a'),
      partOf('session-shop-a'),
      partOf('plan-shop-a'),
      takesAll(),
    ];
    const joint = jointOf(own, writer);
    const outcomes = [joint.join(router), joint.join(planner)];
    expect([joint.parts, joined]).toEqual([3, [router, planner]]);
    const settled: string[] = [];
    void outcomes[0]!.then(() => settled.push('router'));
    expect(await joint.write()).toEqual(appended('turn-shop-a'));
    await setImmediate();
    expect(settled).toEqual([]);
    joint.tell();
    expect(await Promise.all(outcomes)).toEqual([appended('session-shop-a'), appended('plan-shop-a')]);
    expect(writer.write.mock.calls).toEqual([[[own, router, planner]]]);
    expect(own.write).not.toHaveBeenCalled();
    expect(await joint.accepted).toEqual(new Set(['turn-shop-a', 'session-shop-a', 'plan-shop-a']));
    expect(written).toEqual(travellingOf('turn-shop-a', 'session-shop-a', 'plan-shop-a'));
  });

  it('is written by itself when they fall together, and who joined is told (1)', async () => {
    const [own, router] = [partOf('turn-shop-a'), partOf('session-shop-a')];
    const joint = jointOf(own, takesNothing());
    const outcome = joint.join(router)!.catch((error: Error) => error.message);
    expect(await joint.write()).toEqual(appended('turn-shop-a'));
    expect(await outcome).toBe('only 1 of 2 streams could be taken');
    expect(await joint.accepted).toEqual(new Set(['turn-shop-a']));
    expect(written).toEqual(travellingOf('turn-shop-a'));
    expect(router.write).not.toHaveBeenCalled();
  });

  it('has taken nothing when it fails by itself as well (1)', async () => {
    const joint = jointOf(
      partOf('turn-shop-a', () => Promise.reject(new Error('away'))),
      takesNothing(),
    );
    const outcome = joint.join(partOf('session-shop-a'))!.catch(() => 'told');
    await expect(joint.write()).rejects.toThrow('away');
    expect([await outcome, await joint.accepted, written]).toEqual(['told', new Set(), []]);
  });

  it('is joined by no other append once it has been sent, nor without a writer, nor twice with a stream (2)', async () => {
    const joint = jointOf(partOf('turn-shop-a'), takesAll());
    expect(joint.join(partOf('turn-shop-a'))).toBeNull();
    void joint.join(partOf('session-shop-a'));
    expect(joint.join(partOf('session-shop-a'))).toBeNull();
    const writing = joint.write();
    expect(joint.join(partOf('plan-shop-a'))).toBeNull();
    await writing;
    expect(jointOf(partOf('turn-shop-a'), null).join(partOf('session-shop-a'))).toBeNull();
    expect(joined).toHaveLength(1);
  });
});
