import { PerformanceObserver, constants, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { collectSeldom } from '../../garbage-collection';

const OBJECTS = 1_000;
const MOST_ROUNDS = 20_000;

/**
 * A program of its own, for it changes how its process collects: keeps objects until all old ones were looked at twice,
 * prints how many times as many there were at the second time as after the first, and rests. V8 tells beside it when it
 * thinks of giving memory back (`--trace-memory-reducer`).
 */
async function main(giveBackInterval: number, growthPercent: number, restMilliseconds: number): Promise<void> {
  collectSeldom({ giveBackInterval, growthPercent });
  const used = await usedAtCollections(2);
  process.stdout.write(`${used[1]! / used[0]!}\n`);
  await sleep(restMilliseconds);
}

/** How many bytes of old objects are in use at each of the first collections of them. */
async function usedAtCollections(count: number): Promise<number[]> {
  const used: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (isOfOldObjects(entry)) used.push(oldBytes());
  });
  observer.observe({ entryTypes: ['gc'] });
  const kept: object[][] = [];
  for (let round = 0; round < MOST_ROUNDS && used.length < count; round += 1) {
    kept.push(Array.from({ length: OBJECTS }, (_, index) => ({ round, index })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  observer.disconnect();
  return used;
}

/** What a collection has beside its times; the types of Node do not say so. */
const isOfOldObjects = (entry: object): boolean =>
  (entry as { detail: NodeGCPerformanceDetail }).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size;

const [giveBackInterval, growthPercent, restMilliseconds] = process.argv.slice(2).map(Number);
void main(giveBackInterval!, growthPercent!, restMilliseconds!);
