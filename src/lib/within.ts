/** Result of the work, or `late` if the work takes longer. The work goes on. */
export async function within<T, L>(millis: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, millis, late);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
