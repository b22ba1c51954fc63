-- For wrk: every request signs up an address of its own, from a visitor of its own.
local headers = { ["Content-Type"] = "application/json" }
local body = '{"email":"bench-%d@company.com","source":"hero","turnstileToken":null,'
  .. '"formFillTime":5000,"userAgent":"bench"}'
local serial = 0

function request()
  serial = serial + 1
  headers["X-Forwarded-For"] = string.format(
    "10.%d.%d.%d",
    math.floor(serial / 65536) % 256,
    math.floor(serial / 256) % 256,
    serial % 256
  )
  return wrk.format("POST", "/api/signup", headers, string.format(body, serial))
end
