// Code snippets that verify a webhook signature, by language. Only the Node snippet needs a package; the others use the
// standard library, so that they can be pasted as they are.

export const languages = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
  { value: 'ruby', label: 'Ruby' },
  { value: 'php', label: 'PHP' },
  { value: 'java', label: 'Java' },
  { value: 'csharp', label: 'C#' },
  { value: 'shell', label: 'Shell' },
] as const;

export type Language = (typeof languages)[number]['value'];

interface Snippet {
  readonly note: string;
  readonly code: string;
}

export const snippets: Readonly<Record<Language, Snippet>> = {
  node: {
    note: 'With the official package: npm install standardwebhooks. It verifies the signature and the timestamp.',
    code: `import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WAYBILL_WEBHOOK_SECRET); // whsec_…
const app = express();

// Use the raw body: JSON that was parsed and serialized again does not match the signature.
app.post('/webhooks/waybill', express.raw({ type: 'application/json' }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body.toString(), request.headers);
  } catch {
    return response.sendStatus(401);
  }
  response.sendStatus(204); // respond first, process later
  console.log(event.type, event.data);
});

app.listen(4000);`,
  },
  python: {
    note: 'Standard library only. Pass the raw body as bytes and headers with lower-case names.',
    code: `import base64, hashlib, hmac, os, time

KEY = base64.b64decode(os.environ["WAYBILL_WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_from_waybill(headers: dict[str, str], body: bytes) -> bool:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split(" ")
    )`,
  },
  go: {
    note: 'Standard library only.',
    code: `package waybill

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func IsFromWaybill(header http.Header, body []byte) bool {
	key, err := base64.StdEncoding.DecodeString(
		strings.TrimPrefix(os.Getenv("WAYBILL_WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		return false
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, each := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(each), []byte(expected)) {
			return true
		}
	}
	return false
}`,
  },
  ruby: {
    note: 'Standard library only; with Rack, the headers are HTTP_WEBHOOK_ID and so on.',
    code: `require "base64"
require "openssl"

KEY = Base64.strict_decode64(ENV.fetch("WAYBILL_WEBHOOK_SECRET").delete_prefix("whsec_"))

def from_waybill?(headers, body)
  id, timestamp = headers.values_at("webhook-id", "webhook-timestamp")
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.#{body}")
  expected = "v1,#{Base64.strict_encode64(digest)}"
  headers.fetch("webhook-signature").split(" ").any? do |each|
    OpenSSL.secure_compare(expected, each)
  end
end`,
  },
  php: {
    note: 'Standard library only.',
    code: `<?php
function is_from_waybill(array $headers, string $body): bool
{
    $key = base64_decode(preg_replace('/^whsec_/', '', getenv('WAYBILL_WEBHOOK_SECRET')));
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $each) {
        if (hash_equals($expected, $each)) {
            return true;
        }
    }
    return false;
}

$headers = array_change_key_case(getallheaders(), CASE_LOWER);
if (!is_from_waybill($headers, file_get_contents('php://input'))) {
    http_response_code(401);
    exit;
}
http_response_code(204);`,
  },
  java: {
    note: 'Java 11 or newer, no libraries.',
    code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WaybillSignature {
  private static final byte[] KEY = Base64.getDecoder().decode(
      System.getenv("WAYBILL_WEBHOOK_SECRET").replaceFirst("^whsec_", ""));

  /** The values of webhook-id, webhook-timestamp and webhook-signature, and the raw body. */
  static boolean isValid(String id, String timestamp, String signature, byte[] body) throws Exception {
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    for (String each : signature.split(" ")) {
      if (MessageDigest.isEqual(expected.getBytes(), each.getBytes())) return true;
    }
    return false;
  }
}`,
  },
  csharp: {
    note: '.NET 6 or newer, no packages.',
    code: `using System.Security.Cryptography;
using System.Text;

static class WaybillSignature
{
    static readonly byte[] Key = Convert.FromBase64String(
        Environment.GetEnvironmentVariable("WAYBILL_WEBHOOK_SECRET")!["whsec_".Length..]);

    // The values of webhook-id, webhook-timestamp and webhook-signature, and the raw body.
    public static bool IsValid(string id, string timestamp, string signature, byte[] body)
    {
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > 300) return false;
        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        var expected = Encoding.UTF8.GetBytes(
            "v1," + Convert.ToBase64String(HMACSHA256.HashData(Key, signed)));
        return signature.Split(' ').Any(each =>
            CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(each)));
    }
}`,
  },
  shell: {
    note: 'With openssl: prints the value that webhook-signature must contain. body.json is the raw body.',
    code: `secret="whsec_…"          # the signing secret
id="…"                    # the value of webhook-id
timestamp="…"             # the value of webhook-timestamp

key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
signature=$(
  { printf '%s.%s.' "$id" "$timestamp"; cat body.json; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64
)
echo "v1,$signature"

# Send it to your own receiver, signed:
curl -i http://localhost:4000/webhooks/waybill \\
  -H 'content-type: application/json' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $timestamp" \\
  -H "webhook-signature: v1,$signature" --data-binary @body.json`,
  },
};
