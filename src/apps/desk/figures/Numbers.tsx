interface Props {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly [name: string, ...cells: string[]])[];
}

/** The numbers of a chart as a table. */
export const Numbers = ({ caption, head, rows }: Props) => (
  <details className="numbers">
    <summary>The numbers</summary>
    <div className="numbers-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
