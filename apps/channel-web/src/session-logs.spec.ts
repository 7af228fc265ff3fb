import { reply } from '@arbiter/channels/testing';
import { SessionLogs, type Entry } from './session-logs';

const entry = (sequence: number, sessionId = 's'): Entry => ({
  sequence,
  message: reply({ sessionId, text: String(sequence) }),
});

describe('the messages of a session', () => {
  const sequencesIn = (logs: SessionLogs, after = 0, sessionId = 's'): number[] => {
    const sequences: number[] = [];
    logs.follow(sessionId, after, ({ sequence }) => sequences.push(sequence))();
    return sequences;
  };

  it('is kept once and in its order, whichever source brings it', () => {
    const logs = new SessionLogs();
    for (const sequence of [3, 1, 2, 3, 1]) logs.add(entry(sequence));
    expect(sequencesIn(logs)).toEqual([1, 2, 3]);
    expect(sequencesIn(logs, 2)).toEqual([3]);
    expect(sequencesIn(logs, 0, 'another')).toEqual([]);
  });

  it('is told to who listens when it comes, until they stop', () => {
    const logs = new SessionLogs();
    const heard: number[] = [];
    const stop = logs.follow('s', 0, ({ sequence }) => heard.push(sequence));
    logs.add(entry(1));
    logs.add(entry(2, 'another'));
    expect(logs.listenersOf('s')).toBe(1);
    stop();
    logs.add(entry(3));
    expect([heard, logs.listenersOf('s')]).toEqual([[1], 0]);
  });

  it('is the last 500 messages of a session, and of the sessions used last', () => {
    const logs = new SessionLogs();
    for (let sequence = 1; sequence <= 600; sequence += 1) logs.add(entry(sequence, 'first'));
    expect([sequencesIn(logs, 0, 'first').length, sequencesIn(logs, 0, 'first')[0]]).toEqual([500, 101]);
    for (let session = 0; session < 400; session += 1)
      for (let sequence = 1; sequence <= 500; sequence += 1) logs.add(entry(sequence, `session-${session}`));
    expect(sequencesIn(logs, 0, 'first')).toEqual([]);
    expect(sequencesIn(logs, 0, 'session-399')).toHaveLength(500);
  });
});
