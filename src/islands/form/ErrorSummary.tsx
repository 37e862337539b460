interface Props {
  heading: string;
  problems: readonly { href: string; text: string | undefined }[];
}

/** All mistakes at one glance, each a link to its field. It is announced when it appears; the focus goes to the field. */
export function ErrorSummary({ heading, problems }: Props) {
  return (
    <div role="alert">
      {problems.length > 0 && (
        <div className="summary">
          <p className="summary-heading">{heading}</p>
          <ul>
            {problems.map(({ href, text }) => (
              <li key={href}>
                <a
                  href={href}
                  onClick={(event) => {
                    // The address stays as it is, and the dialog does not jump.
                    event.preventDefault();
                    document.querySelector<HTMLElement>(href)?.focus();
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
