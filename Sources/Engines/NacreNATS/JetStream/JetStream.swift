internal import NacreReplicated

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// JetStream's API for one stream.
struct JetStream: Sendable {
    let connection: NATSConnection
    let address: NATSAddress

    /// Calls the API.
    ///
    /// - Parameters:
    ///   - call: The end of the subject, such as `STREAM.INFO.shop`.
    ///   - bytes: The request in JSON.
    ///   - time: The time in which it must be answered.
    /// - Returns: The answer in JSON.
    /// - Throws: ``NATSFailure``, ``JetStreamError``.
    func call(_ call: String, _ bytes: [UInt8] = [], within time: Duration) async throws -> Data {
        let answer = Data(try await connection.request("$JS.API.\(call)", bytes, within: time).bytes)
        if let error = try JetStreamJSON.decode(JetStreamStatus.self, from: answer).error { throw error }
        return answer
    }

    /// The stream's state, by the server that leads it, or believes so.
    func information(within time: Duration) async throws -> StreamInformation {
        let answer = try await call("STREAM.INFO.\(address.stream)", within: time)
        return try JetStreamJSON.decode(StreamInformation.self, from: answer)
    }

    /// Creates the stream.
    func create(_ configuration: StreamConfiguration, within time: Duration) async throws {
        let bytes = [UInt8](try JetStreamJSON.encode(configuration))
        _ = try await call("STREAM.CREATE.\(address.stream)", bytes, within: time)
    }

    /// A committed message, by the server that leads the stream, or believes so; `nil` if it has none.
    func message(_ sequence: UInt64, within time: Duration) async throws -> StoredMessage.Message? {
        do {
            let answer = try await call(
                "STREAM.MSG.GET.\(address.stream)", Array(#"{"seq":\#(sequence)}"#.utf8), within: time)
            return try JetStreamJSON.decode(StoredMessage.self, from: answer).message
        } catch let error as JetStreamError where error.number == JetStreamError.Number.noMessage {
            return nil
        }
    }

    /// Removes the messages before a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The first one that stays, at least 2: the servers read 0 and 1 as "all".
    ///   - time: The time in which it must be answered.
    /// - Throws: ``NATSFailure``, ``JetStreamError``.
    func purge(before sequence: UInt64, within time: Duration) async throws {
        precondition(sequence > 1)
        _ = try await call("STREAM.PURGE.\(address.stream)", Array(#"{"seq":\#(sequence)}"#.utf8), within: time)
    }

    /// Passes an operation without effect through the stream's consensus: a purge of a subject that the stream lacks.
    ///
    /// Its answer proves that a leader has committed it on a majority.
    func barrier(within time: Duration) async throws {
        let bytes = Array(#"{"filter":"\#(address.subject).none"}"#.utf8)
        _ = try await call("STREAM.PURGE.\(address.stream)", bytes, within: time)
    }

    /// What the connected server says of itself.
    func greeting(within time: Duration) async throws -> ServerGreeting {
        let answer = try await connection.request("$SYS.REQ.USER.INFO", within: time)
        return try JetStreamJSON.decode(ServerGreeting.self, from: Data(answer.bytes))
    }
}
