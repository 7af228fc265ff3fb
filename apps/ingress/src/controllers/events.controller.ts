import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { EventReceivedView, ExternalEvent, PlaybookSubmittedView } from '@arbiter/contracts';
import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock } from '@arbiter/resilience';
import { invalidRequest } from '@arbiter/runtime';
import { Operation, answer } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { externalEventProblems } from '../http/external-event-problems';
import { Reception } from '../reception';
import { playbookSubmitted } from '../intake/received-fact';
import { switchedOn } from '../switched-on';

const IDENTITY = { field: 'id', status: 409 };
/** An event older than this begins nothing: its day is over, and an operator may have begun the instance by hand. */
const OLDEST_MILLISECONDS = 24 * 3_600_000;
/** How far the clock of the sender may be ahead. */
const AHEAD_MILLISECONDS = 5 * 60_000;

/** Takes events about what happened outside; playbooks that name their type begin. */
@Controller('api/events')
export class EventsController {
  constructor(
    @Inject(Reception) private readonly reception: Reception,
    @Inject(ArtifactRegistry) private readonly artifacts: ArtifactRegistry,
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
  ) {}

  /**
   * Begins the instance of the event's day of every playbook that names its type: the same ones however often it comes.
   */
  @Post()
  @HttpCode(202)
  @Operation({
    summary: 'Tell of something that happened outside: the playbooks that name its type begin for its day.',
    body: 'ExternalEvent',
    answers: [
      answer(
        202,
        'Received, now or before, with the instances that begin upon it; none where no playbook names its type.',
        refer('EventReceived'),
      ),
    ],
  })
  async receive(@CallerOf() { tenant, name: caller }: Caller, @Body() body: unknown): Promise<EventReceivedView> {
    const problems = externalEventProblems(body);
    if (problems.length > 0) throw invalidRequest(problems);
    const { type, source, id, time } = body as ExternalEvent;
    const at = this.timely(time);
    const { artifacts, playbooks, dayOf } = await switchedOn(this.artifacts, tenant);
    const begun: PlaybookSubmittedView[] = [];
    for (const active of playbooks.filter(({ events = [] }) => events.includes(type))) {
      const instance = { playbook: active.definition.playbook, day: dayOf(active, at) };
      const fact = playbookSubmitted(tenant, caller, instance, artifacts, { type, source, id });
      await this.reception.receive(fact, IDENTITY);
      begun.push({ requestId: fact.requestId, ...instance });
    }
    return { source, id, playbooks: begun };
  }

  /** The time decides the day, so that an event that comes again tomorrow begins nothing new. */
  private timely(time: string | null | undefined): string {
    if (typeof time !== 'string') throw refused('time is missing; it says of which day the instance is that begins');
    const age = Date.parse(this.clock.now()) - Date.parse(time);
    if (age <= OLDEST_MILLISECONDS && age >= -AHEAD_MILLISECONDS) return time;
    throw refused(
      'time must be of the last 24 hours; POST /api/playbooks/{name}/runs begins the instance of another day',
    );
  }
}

const refused = (detail: string) => invalidRequest([{ field: 'time', detail }]);
