// DNS server on the loopback interface over UDP, with responses chosen by the test.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** Addresses of either family; only those of the requested type are returned. */
export type NameAnswer = readonly string[] | 'unknown' | 'failure' | 'silence';

export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  /** Requested names, once per record type. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const typeA = 1;
const typeAaaa = 28;

export async function startNameServer(
  answer: (name: string) => NameAnswer,
  ttlSeconds = 0,
): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = readQuestion(message);
    questions.push(name);
    const result = answer(name);
    if (result === 'silence') return;
    const addresses =
      typeof result === 'string' ? [] : result.filter((one) => (isIPv4(one) ? typeA : typeAaaa) === type);
    const code = result === 'unknown' ? 3 : result === 'failure' ? 2 : 0;
    socket.send(reply(message, end, code, type, addresses, ttlSeconds), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function reply(
  question: Buffer,
  end: number,
  code: number,
  type: number,
  addresses: readonly string[],
  ttlSeconds: number,
): Buffer {
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const bytes = addressBytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(ttlSeconds, 6);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [front, back] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const all = [...front, ...(tail === undefined ? [] : zeros), ...back];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
