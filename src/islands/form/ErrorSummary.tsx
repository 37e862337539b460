interface Props {
  heading: string;
  problems: readonly { id: string; text: string }[];
}

/**
 * All errors at a glance, each a link to its field. Not a live region: the focus moves to the first invalid field,
 * whose error is announced then, and everything would be announced twice.
 */
export function ErrorSummary({ heading, problems }: Props) {
  if (problems.length === 0) return null;
  return (
    <div className="notice summary" role="group" aria-label={heading}>
      <p className="font-bold">{heading}</p>
      <ul>
        {problems.map(({ id, text }) => (
          <li key={id}>
            <a
              className="inline-block py-1 font-semibold text-danger"
              href={`#${id}`}
              onClick={(event) => {
                // The URL stays the same, and the dialog does not jump.
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
