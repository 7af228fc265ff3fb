import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface Properties {
  readonly label: string;
  readonly choices: readonly string[];
  /** the text that was answered with, once it was */
  readonly answered: string | null;
  readonly isOpen: boolean;
  readonly onChoose: (choice: string) => void;
}

/** Buttons that answer a question with their own text: one press, and they rest. The first is the one that agrees. */
export function Choices({ label, choices, answered, isOpen, onChoose }: Properties): ReactNode {
  const [pressed, setPressed] = useState<string | null>(null);
  const given = answered ?? pressed;
  const choose = (choice: string) => () => {
    setPressed(choice);
    onChoose(choice);
  };
  return (
    <div className="choices" role="group" aria-label={label}>
      {choices.map((choice, index) => (
        <Button
          key={choice}
          size="sm"
          variant={given === choice || (given === null && isOpen && index === 0) ? 'filled' : 'default'}
          disabled={!isOpen || given !== null}
          data-chosen={given === choice || undefined}
          onClick={choose(choice)}
        >
          {choice}
        </Button>
      ))}
    </div>
  );
}
