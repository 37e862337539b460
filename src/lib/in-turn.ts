/** Makes a function that runs tasks one at a time, in the order in which they come. One that fails stops no other. */
export function makeTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const end = last.then(task, task);
    last = end;
    return end;
  };
}
