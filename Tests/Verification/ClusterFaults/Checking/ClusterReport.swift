import Foundation
import Nacre

/// The result of a run, which is printed as JSON.
struct ClusterReport: Codable {
    var log: LogKind
    var seed: UInt64
    var seconds: Int
    var plant: String?
    /// Whether servers and nodes had networks of their own, which can be cut off.
    var hasNetworks: Bool
    var head: Position
    var calls: CallCounts
    /// What the nodes said at the end: the last process of each, and the one that joined then.
    var nodes: [NodeState]
    var faults: [String: Int]
    var anomalies: [String]

    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}
