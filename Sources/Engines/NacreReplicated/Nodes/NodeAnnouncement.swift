public import DomainKit
public import Nacre

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What a node of a replicated store says of itself to the others, through the log's servers.
public struct NodeAnnouncement: Hashable, Sendable {
    /// The node's id, which it keeps as long as its folder.
    public let node: EventID

    /// The node's name for people, such as its host and folder.
    public let name: String

    /// When it said so, by its own clock.
    public let time: Instant

    /// The last entry of the log that it had applied.
    public let applied: LogSequence

    /// The end of its replica: the position of the last event, and the checksum of its block.
    public let end: Checkpoint

    /// Whether it could serve.
    public let isReady: Bool

    /// Why it had stopped; `nil` while it works.
    public let failure: String?
}

extension NodeAnnouncement {
    /// The announcement as JSON.
    ///
    /// Numbers of 64 bits are texts, so that every reader has them whole.
    private struct Text: Codable {
        let node: String
        let name: String
        let time: Int64
        let applied: String
        let store: String
        let position: String
        let checksum: String
        let isReady: Bool
        let failure: String?
    }

    /// The announcement as it is published.
    var encoded: [UInt8] {
        get throws {
            let text = Text(
                node: node.description, name: name, time: time.nanosecondsSince1970, applied: applied.description,
                store: end.storeID.description, position: String(end.position),
                checksum: String(end.fingerprint, radix: 16), isReady: isReady, failure: failure)
            return Array(try JSONEncoder().encode(text))
        }
    }

    /// Reads an announcement; `nil` if it is none, such as that of a later version.
    ///
    /// - Parameter bytes: The announcement as it was published.
    init?(_ bytes: [UInt8]) {
        guard let text = try? JSONDecoder().decode(Text.self, from: Data(bytes)), let node = EventID(text.node),
            let applied = UInt64(text.applied), let store = EventID(text.store), let position = Position(text.position),
            let checksum = UInt64(text.checksum, radix: 16)
        else { return nil }
        self.node = node
        name = text.name
        time = Instant(nanosecondsSince1970: text.time, decimals: 6)
        self.applied = LogSequence(applied)
        end = Checkpoint(storeID: StoreID(store), position: position, fingerprint: checksum)
        isReady = text.isReady
        failure = text.failure
    }
}

/// The name of this machine.
enum MachineName {
    /// The name of the host.
    static var current: String { ProcessInfo.processInfo.hostName }
}
