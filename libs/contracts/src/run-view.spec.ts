import { acceptedRun, foldUiEvent, hasFoundNothing, isEnded } from './run-view';
import type { UiEvent } from './ui';

const HEADER = { steps: [] };
const PROPOSED = {
  kind: 'workflow_proposed',
  plan: 'Refund 900.00',
  question: 'Shall I?',
  actionId: 'a',
  expiresAt: 't',
  actions: ['approve', 'reject'],
};
const viewOf = (...shown: [UiEvent['type'], object][]) =>
  shown
    .map(([type, payload], index) => ({ type, payload, seq: index + 1, ts: `t${index + 1}` }) as unknown as UiEvent)
    .reduce(foldUiEvent, acceptedRun('r', 's'));

it.each([
  ['failed', 'not_found', true],
  ['failed', 'nothing_found', true],
  ['failed', 'timed_out', false],
  ['skipped', 'not_found', false],
  ['completed', null, false],
] as const)('a step that %s with %s has found nothing: %s', (status, code, expected) => {
  expect(hasFoundNothing({ status, ...(code && { error: { code, message: '' } }) })).toBe(expected);
});

describe('a run as its events tell it', () => {
  it('is accepted before the first', () => {
    expect(viewOf()).toMatchObject({ requestId: 'r', sessionId: 's', status: 'accepted', lastEventId: 0 });
  });

  it('runs from rag.started on', () => {
    expect(viewOf(['rag.started', {}], ['rag.message', { kind: 'pre', text: 'One moment.' }])).toMatchObject({
      status: 'running',
      reply: null,
      startedAt: 't1',
    });
  });

  it('names the model that wrote its reply, and none where none did', () => {
    const by = { provider: 'OpenAI', model: 'm' };
    expect(viewOf(['rag.message', { kind: 'reply', text: 'Hi', writtenBy: by }]).writtenBy).toEqual(by);
    expect(viewOf(['rag.message', { kind: 'reply', text: 'Hi' }]).writtenBy).toBeNull();
  });

  it('tells how far its agent has come, until it ends, and all that it says before its calls (EV-10, CH-13)', () => {
    const place = { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 } as const;
    const at = (type: UiEvent['type'], seq: number, payload: object): UiEvent =>
      ({ ...place, type, seq, ts: `t${seq}`, payload }) as unknown as UiEvent;
    const shown = [
      at('rag.message', 1, { kind: 'pre', text: 'One moment.' }),
      at('rag.debug', 2, { kind: 'agent', resumeFrom: 2 }),
      at('rag.message', 3, { kind: 'pre', text: 'The next one.' }),
    ];
    const view = shown.reduce(foldUiEvent, acceptedRun('r', 's'));
    expect(view).toMatchObject({ agent: { ...place, resumeFrom: 2 }, pre: 'One moment.\nThe next one.' });
    expect(foldUiEvent(view, at('rag.done', 4, { status: 'ok' })).agent).toBeNull();
  });

  it('keeps what tools returned, in order (CH-12)', () => {
    const output = (stepId: string) => ({ stepId, title: `Step ${stepId}`, text: '{}' });
    const view = viewOf(
      ['rag.started', {}],
      ['rag.results', { kind: 'tool_output', ...output('a') }],
      ['rag.results', { kind: 'tool_output', ...output('b') }],
    );
    expect(view.outputs).toEqual([output('a'), output('b')]);
  });

  it('waits for approval from its proposal on, whatever else is shown beside it', () => {
    const view = viewOf(
      ['rag.started', {}],
      ['rag.results', { kind: 'execution_header', header: HEADER }],
      ['rag.results', PROPOSED],
      ['rag.message', { kind: 'proposal', text: 'x' }],
      ['rag.debug', {}],
    );
    expect(view).toMatchObject({
      status: 'waiting_for_approval',
      reply: null,
      proposal: { plan: 'Refund 900.00', question: 'Shall I?', actionId: 'a', expiresAt: 't' },
    });
  });

  it('waits for approval while its header says that a step does, and takes over how the others stand', () => {
    const header = (lookup: string, refund: string) => ({
      kind: 'execution_header',
      header: {
        steps: [
          { stepId: 'lookup', title: 'L', status: lookup },
          { stepId: 'refund', title: 'R', status: refund },
        ],
      },
    });
    const shown: [UiEvent['type'], object][] = [
      ['rag.started', {}],
      ['rag.results', header('running', 'suspended')],
      ['rag.results', PROPOSED],
    ];
    const settled = viewOf(...shown, ['rag.results', header('completed', 'suspended')]);
    expect(settled).toMatchObject({
      status: 'waiting_for_approval',
      proposal: { actionId: 'a' },
      header: { steps: [{ status: 'completed' }, { status: 'suspended' }] },
    });
    expect(viewOf(...shown, ['rag.results', header('completed', 'running')])).toMatchObject({
      status: 'running',
      proposal: null,
    });
  });

  it('runs again once its header or its words are shown', () => {
    for (const next of [
      ['rag.results', { kind: 'execution_header', header: HEADER }],
      ['rag.token', { text: 'I' }],
    ] as [UiEvent['type'], object][]) {
      expect(viewOf(['rag.started', {}], ['rag.results', PROPOSED], next)).toMatchObject({
        status: 'running',
        proposal: null,
      });
    }
  });

  it('ends with its status, header, reply and question', () => {
    const question = { key: 'orderId', expectedType: 'identifier', prompt: 'Which order?' };
    const view = viewOf(
      ['rag.started', {}],
      ['rag.results', { kind: 'execution_header', header: HEADER }],
      ['rag.message', { kind: 'reply', text: 'Which order?', question }],
      ['rag.done', { status: 'ok' }],
    );
    expect(view).toMatchObject({
      status: 'ok',
      code: null,
      header: HEADER,
      reply: 'Which order?',
      question,
      endedAt: 't4',
      lastEventId: 4,
    });
    expect(isEnded(view)).toBe(true);
  });

  it('ends badly with its code', () => {
    expect(
      viewOf(
        ['rag.started', {}],
        ['rag.error', { code: 'no_plan' }],
        ['rag.done', { status: 'error', code: 'no_plan' }],
      ),
    ).toMatchObject({ status: 'error', code: 'no_plan' });
  });

  it('reads as erased once its payloads cannot be opened any more, neither well nor badly', () => {
    const view = viewOf(['rag.started', {}], ['rag.results', {}], ['rag.message', {}], ['rag.done', {}]);
    expect(view).toMatchObject({
      status: 'erased',
      code: null,
      header: null,
      reply: null,
      question: null,
      endedAt: 't4',
    });
    expect(isEnded(view)).toBe(true);
  });
});
