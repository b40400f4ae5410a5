/// A kind of request.
package enum RequestKind: String, CaseIterable, Sendable, Codable {
    case create
    case rename
    case list
    case fetch
}

/// How often each kind of request is made.
package struct RequestShares: Hashable, Sendable {
    private struct Share: Hashable {
        var kind: RequestKind
        var percent: Int
    }

    private let shares: [Share]

    /// Only creations.
    package static let creating = RequestShares([Share(kind: .create, percent: 100)])

    /// Only lists.
    package static let listing = RequestShares([Share(kind: .list, percent: 100)])

    /// Reads, half of them lists and half single items, and writes, of which a quarter renames.
    package static func mixed(readPercent: Int) -> RequestShares {
        let renames = (100 - readPercent) / 4
        return RequestShares([
            Share(kind: .list, percent: readPercent / 2), Share(kind: .fetch, percent: readPercent - readPercent / 2),
            Share(kind: .rename, percent: renames), Share(kind: .create, percent: 100 - readPercent - renames),
        ])
    }

    private init(_ shares: [Share]) {
        self.shares = shares
    }

    func draw(_ random: inout SplitMix64) -> RequestKind {
        var number = random.next(below: 100)
        for share in shares {
            number -= share.percent
            if number < 0 { return share.kind }
        }
        return .create
    }
}
