// Progress display per table, on a terminal only.

export function tableProgress(environment: string): (table: string, rows: number) => void {
  return (table, rows) => {
    if (!process.stderr.isTTY) return;
    clearProgress();
    process.stderr.write(`  … ${environment}: ${table}, ${rows} rows`);
  };
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
