// Text of the API description, whose backticks mark code.
interface TextWithCodeProps {
  /** Example: "The crew arrived at the stop in `data.stop`." */
  readonly text: string;
}

export function TextWithCode({ text }: TextWithCodeProps) {
  return text.split('`').map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <code key={nth} className="font-mono text-[0.92em]">
        {part}
      </code>
    ),
  );
}
