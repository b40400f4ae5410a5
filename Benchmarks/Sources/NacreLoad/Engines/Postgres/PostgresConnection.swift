import CLIBPQ

/// A connection to a server, which blocks its caller until the server has answered.
///
/// It is used only on the thread that created it.
final class PostgresConnection {
    private let pointer: OpaquePointer

    /// Connects by a libpq connection string; libpq takes missing settings from the environment.
    ///
    /// - Throws: ``PostgresError`` if no server answers, or it refuses the connection.
    init(_ information: String) throws(PostgresError) {
        let pointer = PQconnectdb(information)
        guard let pointer, PQstatus(pointer) == CONNECTION_OK else {
            let error = PostgresError(connection: pointer)
            PQfinish(pointer)
            throw error
        }
        // Notices of the server are ignored; errors are thrown.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        self.pointer = pointer
    }

    deinit { PQfinish(pointer) }

    /// The version of the server: 150018 is 15.18.
    var serverVersion: Int { Int(PQserverVersion(pointer)) }

    /// Runs statements without parameters in one transaction, and discards their results.
    func execute(_ sql: String) throws(PostgresError) {
        try check(PQexec(pointer, sql))
    }

    func rows(_ sql: String) throws(PostgresError) -> PostgresResult {
        try rows(PQexecParams(pointer, sql, 0, nil, nil, nil, nil, 1))
    }

    func prepare(_ name: String, _ sql: String) throws(PostgresError) {
        try check(PQprepare(pointer, name, sql, 0, nil))
    }

    /// Runs a prepared statement in a transaction of its own: one exchange with the server.
    func run(_ name: String, _ parameters: PostgresParameters) throws(PostgresError) -> PostgresResult {
        let result = parameters.withPointers { values, lengths, formats in
            PQexecPrepared(pointer, name, Int32(parameters.count), values, lengths, formats, 1)
        }
        return try rows(result)
    }

    /// Runs a prepared statement many times in one transaction and one exchange with the server.
    ///
    /// The body receives the rows of each run, in order, before the transaction has ended.
    ///
    /// - Throws: ``PostgresError``; the whole transaction is then rolled back.
    func run(
        _ name: String, each parameters: [PostgresParameters], _ body: (borrowing PostgresResult) throws -> Void
    ) throws {
        guard PQenterPipelineMode(pointer) == 1 else { throw PostgresError(connection: pointer) }
        var failure: (any Error)?
        for parameters in parameters where failure == nil {
            let isSent = parameters.withPointers { values, lengths, formats in
                PQsendQueryPrepared(pointer, name, Int32(parameters.count), values, lengths, formats, 1)
            }
            if isSent == 0 { failure = PostgresError(connection: pointer) }
        }
        guard failure == nil, PQpipelineSync(pointer) == 1 else { throw failure ?? PostgresError(connection: pointer) }
        // All results are taken from the connection, even after a failure, so that it can be used again.
        for _ in parameters {
            do {
                try body(try rows(PQgetResult(pointer)))
            } catch {
                failure = failure ?? error
            }
            // A null result separates the results of two statements.
            PQclear(PQgetResult(pointer))
        }
        let end = PQgetResult(pointer)
        if PQresultStatus(end) != PGRES_PIPELINE_SYNC {
            failure = failure ?? PostgresError(result: end, connection: pointer)
        }
        PQclear(end)
        guard PQexitPipelineMode(pointer) == 1 else { throw failure ?? PostgresError(connection: pointer) }
        if let failure { throw failure }
    }

    /// Copies the result of a query out of the server in the binary format of `COPY`.
    ///
    /// Each piece is a row, the first preceded by the header, and is valid only inside the call.
    ///
    /// - Throws: ``PostgresError``; errors of `body`, after which the connection must not be used again.
    func copy(_ query: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let begun = PQexec(pointer, "COPY (\(query)) TO STDOUT (FORMAT binary)")
        defer { PQclear(begun) }
        guard PQresultStatus(begun) == PGRES_COPY_OUT else { throw PostgresError(result: begun, connection: pointer) }
        while true {
            var piece: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(pointer, &piece, 0)
            if count > 0 {
                defer { PQfreemem(piece) }
                try body(UnsafeRawBufferPointer(start: piece, count: Int(count)))
                continue
            }
            guard count == -1 else { throw PostgresError(connection: pointer) }
            break
        }
        try check(PQgetResult(pointer))
        PQclear(PQgetResult(pointer))
    }

    private func check(_ result: OpaquePointer?) throws(PostgresError) {
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
            let error = PostgresError(result: result, connection: pointer)
            PQclear(result)
            throw error
        }
        PQclear(result)
    }

    private func rows(_ result: OpaquePointer?) throws(PostgresError) -> PostgresResult {
        guard let result, PQresultStatus(result) == PGRES_TUPLES_OK else {
            let error = PostgresError(result: result, connection: pointer)
            PQclear(result)
            throw error
        }
        return PostgresResult(result)
    }
}
