import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct PostgresConnectionTests {
    /// Runs a body with a connection, on a thread of its own.
    private func withConnection(_ body: @escaping @Sendable (PostgresConnection) throws -> Void) async throws {
        let address = try await TestServer.address(.unsynced)
        try await onDedicatedThread { try body(PostgresConnection(address.connection)) }
    }

    @Test func `an error has the server's code and message`() async throws {
        try await withConnection { connection in
            let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT 1 / 0") }
            #expect(error?.sqlState == "22012")
            #expect(error?.message == "division by zero")
            #expect(error?.isConnectionLost == false)
        }
    }

    @Test func `an unreachable server differs from a failed statement`() async throws {
        try await onDedicatedThread {
            let error = #expect(throws: PostgresError.self) { try PostgresConnection("host=/nowhere") }
            #expect(error?.isConnectionLost == true)
            #expect(error?.sqlState == nil)
        }
    }

    @Test func `a connection that the server ends is lost`() async throws {
        try await withConnection { connection in
            let error = #expect(throws: PostgresError.self) {
                try connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            }
            #expect(error?.isConnectionLost == true)
        }
    }

    @Test func `parameters of every type arrive unchanged`() async throws {
        try await withConnection { connection in
            var parameters = PostgresParameters()
            parameters.add(Int64.min)
            parameters.add(Int32(-7))
            parameters.add(true)
            parameters.add([UInt8]())
            parameters.add([UInt8](0...255))
            parameters.add(array: [[UInt8]](arrayLiteral: [1], [], [0, 255]))
            parameters.add(array: [Int64.max, -1])
            parameters.add(array: [Int32]())
            parameters.add(ids: [(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)])
            let types = ["int8", "int4", "boolean", "bytea", "bytea", "bytea[]", "int8[]", "int4[]", "uuid[]"]
            let columns = types.enumerated().map { "$\($0 + 1)::\($1)" }.joined(separator: ", ")
            try connection.prepare("echo", "SELECT ROW(\(columns))::text")
            let text = try connection.run("echo", parameters).text(row: 0, column: 0)
            let all = (0...255).map { String(format: "%02x", $0) }.joined()
            #expect(
                text == #"(-9223372036854775808,-7,t,"\\x","\\x\#(all)","{""\\\\x01"",""\\\\x"",""\\\\x00ff""}","#
                    + #""{9223372036854775807,-1}",{},{01020304-0506-0708-090a-0b0c0d0e0f10})"#)
        }
    }

    @Test func `integers of every size are read`() async throws {
        try await withConnection { connection in
            let rows = try connection.rows("SELECT (-2)::int2, 70000::int4, (-5000000000)::int8, true")
            let integers = (0..<4).map { rows.integer(row: 0, column: $0) }
            #expect(integers == [-2, 70_000, -5_000_000_000, 1])
        }
    }

    @Test func `a failed statement rolls back its pipeline, and the connection stays usable`() async throws {
        try await withConnection { connection in
            try connection.execute("CREATE TEMP TABLE taken (number int8 UNIQUE)")
            try connection.prepare("take", "INSERT INTO taken VALUES ($1) RETURNING number")
            func take(_ numbers: [Int64]) throws -> [Int64] {
                var taken: [Int64] = []
                let parameters = numbers.map { number in
                    var parameters = PostgresParameters()
                    parameters.add(number)
                    return parameters
                }
                try connection.run("take", each: parameters) { taken.append($0.integer(row: 0, column: 0)) }
                return taken
            }
            #expect(try take([1, 2, 3]) == [1, 2, 3])
            let error = #expect(throws: PostgresError.self) { _ = try take([4, 2, 5]) }
            #expect(error?.sqlState == "23505")
            #expect(try take([4, 5]) == [4, 5])
            let count = try connection.rows("SELECT count(*) FROM taken").integer(row: 0, column: 0)
            #expect(count == 5)
        }
    }

    @Test func `a copy delivers every row, and the connection stays usable`() async throws {
        try await withConnection { connection in
            for _ in 0..<2 {
                var pieces = 0
                try connection.copy("SELECT n FROM generate_series(1, 1000) AS n") { _ in pieces += 1 }
                #expect(pieces >= 1_000)
            }
            #expect(throws: PostgresError.self) { try connection.copy("SELECT nothing") { _ in } }
            let one = try connection.rows("SELECT 1::int4").integer(row: 0, column: 0)
            #expect(one == 1)
        }
    }
}
