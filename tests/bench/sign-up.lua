-- For wrk: every request signs up an address of its own, from a visitor of its own,
-- so that no limit answers for the database.
-- Arguments: the number of the first address, and a name for the run.
local headers = { ["Content-Type"] = "application/json" }
local body = '{"email":"bench-%s-%d@company.com","source":"hero","turnstileToken":null,'
  .. '"formFillTime":5000,"userAgent":"bench"}'
local serial, run

function init(arguments)
  serial = tonumber(arguments[1])
  run = arguments[2]
end

function request()
  serial = serial + 1
  headers["X-Forwarded-For"] = string.format(
    "10.%d.%d.%d",
    math.floor(serial / 65536) % 256,
    math.floor(serial / 256) % 256,
    serial % 256
  )
  return wrk.format("POST", "/api/signup", headers, string.format(body, run, serial))
end
