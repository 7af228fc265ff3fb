import type { RunView, Source } from '@arbiter/contracts';
import { useId, type ReactNode } from 'react';
import { isQuotedIn } from './quoted';
import { useWords } from '../words/words';

/**
 * EV-01: the passages of the tenant's knowledge that an answer is based on, the best first. A link leads where the
 * document itself declares.
 */
export function Sources({ run: { reply, sources = [] } }: { readonly run: RunView }): ReactNode {
  const words = useWords();
  const heading = useId();
  if (reply === null || sources.length === 0) return null;
  return (
    <section className="sources" aria-labelledby={heading}>
      <h3 id={heading}>{words.sources}</h3>
      <ul>
        {sources.map((source) => (
          <li key={source.id} className="source">
            <SourceCard {...source} isQuoted={isQuotedIn(reply, source)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SourceCard({ title, section, excerpt, uri, isQuoted }: Source & { readonly isQuoted: boolean }): ReactNode {
  return (
    <>
      <p className="source-title">
        {isWebAddress(uri) ? (
          <a href={uri} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      {section !== '' && <p className="source-section">{section}</p>}
      {!isQuoted && <blockquote>{excerpt}</blockquote>}
    </>
  );
}

const isWebAddress = (uri: string | undefined): uri is string => uri !== undefined && /^https?:\/\//i.test(uri);
