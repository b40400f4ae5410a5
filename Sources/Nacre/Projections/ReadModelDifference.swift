/// A row in which a live read model differs from one rebuilt from the same log.
public struct ReadModelDifference: Hashable, Sendable {
    /// The table.
    public let table: UInt8

    /// The key of the row.
    public let key: [UInt8]

    /// The value in the live model; `nil` if the row is missing there.
    public let live: [UInt8]?

    /// The value in the rebuilt model; `nil` if it has no such row.
    public let rebuilt: [UInt8]?

    /// The difference as text, with the rows as the projection describes them.
    public let description: String

    init(
        table: UInt8, key: [UInt8], live: [UInt8]?, rebuilt: [UInt8]?, describe: ([UInt8]) -> String
    ) {
        self.table = table
        self.key = key
        self.live = live
        self.rebuilt = rebuilt
        description =
            switch (live.map(describe), rebuilt.map(describe)) {
            case (let live?, let rebuilt?): "different: \(live), the log says \(rebuilt)"
            case (let live?, nil): "extra: \(live)"
            case (nil, let rebuilt?): "missing: \(rebuilt)"
            case (nil, nil): "the same"
            }
    }
}

extension ReadModelDifference: CustomStringConvertible {}
