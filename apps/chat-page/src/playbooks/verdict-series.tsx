import type { PlaybookVerdictView, Verdict } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';
import { seriesOf } from './series';

const [STEP, WIDTH, HEIGHT] = [10, 8, 24];
/** The better, the higher: it can be read without colours. */
const HEIGHTS: Readonly<Record<Verdict, number>> = { holds: 24, acknowledged: 16, fails: 8, incomplete: 4 };
const UNSEEN = 2;

/** EVL-05: whether the goal held, day by day. */
export function VerdictSeries({ verdicts }: { readonly verdicts: readonly PlaybookVerdictView[] }): ReactNode {
  const { playbooks: words } = useWords();
  const series = seriesOf(verdicts);
  if (series.length === 0) return <p className="fine">{words.neverLooked}</p>;
  const count = (verdict: Verdict): number => series.filter((day) => day.verdict === verdict).length;
  return (
    <figure className="series">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${series.length * STEP} ${HEIGHT}`}
        width={series.length * STEP}
        height={HEIGHT}
      >
        {series.map(({ day, verdict }, index) => {
          const height = verdict === null ? UNSEEN : HEIGHTS[verdict];
          return (
            <rect
              key={day}
              data-verdict={verdict ?? 'none'}
              x={index * STEP}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={1}
            >
              <title>{`${day}: ${verdict === null ? words.notLooked : words.verdict[verdict]}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="fine">
        {words.series(series.length, count('holds'), count('acknowledged'), count('fails'), count('incomplete'))}
      </figcaption>
    </figure>
  );
}
