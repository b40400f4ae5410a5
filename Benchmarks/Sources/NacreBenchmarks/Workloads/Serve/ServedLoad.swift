import Foundation
import NIOCore

/// The clients of a served store, and their accounts.
struct ServedLoad: Hashable, Sendable {
    /// The concurrent clients, each on a connection of its own.
    var connections: Int

    var accounts: Int

    /// The sessions that each client uses in turn: the server limits the requests of each.
    var sessionsOfEach: Int

    /// Items that are created before the measurements.
    var items: Int

    /// The length of an item's name.
    var nameBytes: Int

    /// The maximum number of items on a page.
    var pageLimit: Int

    /// The share of reads in the mix.
    var readPercent: Int

    /// When the requests of the mix are due; `nil` if each client waits for its answer.
    var arrivals: Arrivals?

    var seed: UInt64

    /// The accounts, with sessions for all clients.
    var served: ServedAccounts {
        ServedAccounts(
            count: accounts, sessionsOfEach: (connections + accounts - 1) / accounts * sessionsOfEach)
    }

    /// The clients, with their shares of the accounts' sessions.
    func clients(_ tokens: [[String]]) -> [ServedClient] {
        (0..<connections).map { number in
            let (turn, account) = number.quotientAndRemainder(dividingBy: accounts)
            let own = turn * sessionsOfEach..<(turn + 1) * sessionsOfEach
            return ServedClient(
                number, account: account, tokens: Array(tokens[account][own]), nameBytes: nameBytes,
                pageLimit: pageLimit, seed: seed)
        }
    }

    /// What is measured in turn: creating and listing in a closed loop, and the mix.
    func phases(seconds: Double) -> [ServedPhase] {
        let mix = "\(readPercent) % reads"
        return [
            ServedPhase(name: "creating", load: RequestLoad(.creating, seconds: seconds)),
            ServedPhase(name: "listing", load: RequestLoad(.listing, seconds: seconds)),
            ServedPhase(
                name: arrivals.map { "\(mix) at \(decimal(Int($0.rate)))/s" } ?? mix,
                load: RequestLoad(.mixed(readPercent: readPercent), seconds: seconds, arrivals: arrivals, seed: seed)),
        ]
    }
}

/// One kind of load, which all engines are compared in.
struct ServedPhase: Hashable, Sendable {
    var name: String
    var load: RequestLoad
}
