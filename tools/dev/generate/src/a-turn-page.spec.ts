import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APPS, EVENT_NAMES, FLOW, type App, type EventName } from '@arbiter/contracts';

const DOCS = resolve(__dirname, '../../../../docs');
const PAGE = readFileSync(join(DOCS, 'a-turn.md'), 'utf8');

interface Row {
  readonly number: number;
  readonly app: App;
  /** null: by no event */
  readonly recipientsOf: EventName | null;
  readonly places: readonly { readonly name: string; readonly file: string }[];
  readonly recorded: readonly EventName[];
}

const eventsIn = (cell: string): readonly EventName[] =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name as EventName);

const rows: readonly Row[] = Array.from(
  PAGE.matchAll(/^\| (\d+) \| ([a-z-]+) \|(.*)\|(.*)\|(.*)\|(.*)\|$/gm),
  ([, number, app, woken, , where, recorded]) => ({
    number: Number(number),
    app: app as App,
    recipientsOf: eventsIn(woken!)[0] ?? null,
    recorded: eventsIn(recorded!),
    places: Array.from(where!.matchAll(/\[`(\w+)`\]\(([^)]+)\)/g), ([, name, file]) => ({ name: name!, file: file! })),
  }),
);
const handedOver = rows.flatMap(({ app, recipientsOf }) =>
  recipientsOf === null ? [] : [{ event: recipientsOf, from: FLOW[recipientsOf]?.producer, to: app }],
);

describe('docs/a-turn.md', () => {
  it('numbers its steps, and each is a service of ours', () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(({ app }) => !APPS.includes(app))).toEqual([]);
    expect(new Set(rows.map(({ app }) => app))).toEqual(new Set(APPS));
  });

  it.each(rows.flatMap(({ places }) => places))('finds $name in $file', ({ name, file }) => {
    const path = join(DOCS, file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(
      new RegExp(`(?:function|const) ${name}\\b|^  (?:private )?(?:async )?${name}\\(`, 'm'),
    );
  });

  it('has every step done somewhere, and what is recorded written by the service that does it', () => {
    expect(rows.filter(({ places }) => places.length === 0)).toEqual([]);
    const recorded = rows.flatMap(({ app, recorded }) => recorded.map((event) => ({ event, app })));
    expect(recorded.filter(({ event }) => !EVENT_NAMES.includes(event))).toEqual([]);
    expect(recorded.filter(({ event, app }) => FLOW[event].producer !== app)).toEqual([]);
  });

  it('wakes a service only by what was recorded before and what the flow hands to it', () => {
    const before = new Set<EventName>();
    for (const { app, recipientsOf, recorded } of rows) {
      if (recipientsOf !== null)
        expect([
          recipientsOf,
          before.has(recipientsOf),
          FLOW[recipientsOf].consumers.some((consumer) => consumer.app === app),
        ]).toEqual([recipientsOf, true, true]);
      for (const event of recorded) before.add(event);
    }
  });

  it('has a picture of exactly these, in this order', () => {
    const names = new Map(
      Array.from(PAGE.matchAll(/^ {2}participant (\w+) as ([a-z-]+)$/gm), ([, id, name]) => [id!, name!]),
    );
    const arrows = Array.from(PAGE.matchAll(/^ {2}(\w+)->>(\w+): ([a-z_.]+)$/gm), ([, from, to, event]) => ({
      event,
      from: names.get(from!),
      to: names.get(to!),
    }));
    expect(arrows).toEqual(handedOver);
  });
});
