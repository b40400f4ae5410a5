import CLIBPQ

/// One connection to a server, which blocks its caller until the server has answered.
///
/// It stays on the thread that made it.
final class PostgresConnection {
    private let pointer: OpaquePointer

    /// Connects by what libpq calls a connection string; what it leaves out, libpq takes from the environment.
    ///
    /// - Throws: ``PostgresError`` where no server answers, or it refuses.
    init(_ information: String) throws(PostgresError) {
        let pointer = PQconnectdb(information)
        guard let pointer, PQstatus(pointer) == CONNECTION_OK else {
            let error = PostgresError(connection: pointer)
            PQfinish(pointer)
            throw error
        }
        // What a server notes beside its answers is nobody's here; errors are thrown.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        self.pointer = pointer
    }

    deinit { PQfinish(pointer) }

    /// The version of the server: 150018 is 15.18.
    var serverVersion: Int { Int(PQserverVersion(pointer)) }

    /// Runs statements without parameters in one transaction, and leaves out what they give.
    func execute(_ sql: String) throws(PostgresError) {
        try check(PQexec(pointer, sql))
    }

    /// Runs one statement without parameters.
    func rows(_ sql: String) throws(PostgresError) -> PostgresResult {
        try rows(PQexecParams(pointer, sql, 0, nil, nil, nil, nil, 1))
    }

    /// Prepares a statement under a name.
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

    /// Runs a prepared statement many times in one transaction and one exchange with the server; the body takes the
    /// rows of each time, in order, before the transaction has ended.
    ///
    /// - Throws: ``PostgresError``; then all of the transaction was rolled back.
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
        // All is taken from the connection, whatever failed, so that it can be used again.
        for _ in parameters {
            do {
                try body(try rows(PQgetResult(pointer)))
            } catch {
                failure = failure ?? error
            }
            // Between the answers of two statements stands nothing.
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

    /// Copies what a query gives out of the server in the binary form of `COPY`; each piece is a row, with the header
    /// before the first, valid inside the call.
    ///
    /// - Throws: ``PostgresError``; what `body` throws, with the connection not to be used again.
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
