#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The servers' system account, through which each server tells its settings.
struct SystemAccount: Sendable {
    let connection: NATSConnection

    /// The JetStream settings of the servers that answer.
    ///
    /// - Parameters:
    ///   - count: The number of answers that are enough.
    ///   - time: How long it waits for them.
    /// - Returns: The settings, in the order of the answers.
    /// - Throws: ``NATSFailure``, and the decoder's error for an answer that is none.
    func settings(count: Int, within time: Duration) async throws -> [ServerSettings] {
        try await connection.answers(
            "$SYS.REQ.SERVER.PING.JSZ", Array(#"{"config":true}"#.utf8), count: count, within: time
        )
        .map { try JetStreamJSON.decode(ServerSettings.self, from: Data($0.bytes)) }
    }
}
