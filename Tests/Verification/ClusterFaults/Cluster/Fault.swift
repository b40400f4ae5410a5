/// A kind of fault, and what it befalls.
enum Fault: String, CaseIterable, Codable, Sendable {
    case killServer = "server killed"
    case killLeader = "leading server killed"
    case pauseServer = "server paused"
    case pauseLeader = "leading server paused"
    case pauseMajority = "majority of the servers paused"
    case cutOffServer = "server cut off"
    case cutOffLeader = "leading server cut off"
    case cutOffMajority = "majority of the servers cut off"
    case killNode = "node killed"
    case pauseNode = "node paused"
    case cutOffNode = "node cut off"

    /// How often it is drawn, compared with the others.
    var weight: Int {
        switch self {
        case .killServer, .killNode: 3
        case .killLeader, .pauseLeader, .cutOffLeader, .pauseNode, .cutOffNode: 2
        case .pauseServer, .cutOffServer, .pauseMajority, .cutOffMajority: 1
        }
    }

    /// Whether it needs a network of its own.
    var needsNetwork: Bool {
        [.cutOffServer, .cutOffLeader, .cutOffMajority, .cutOffNode].contains(self)
    }

    var isOfNode: Bool { [.killNode, .pauseNode, .cutOffNode].contains(self) }

    var befallsLeader: Bool { [.killLeader, .pauseLeader, .cutOffLeader].contains(self) }

    var befallsMajority: Bool { [.pauseMajority, .cutOffMajority].contains(self) }

    /// What is done to each that it befalls.
    var kind: Kind {
        switch self {
        case .killServer, .killLeader, .killNode: .kill
        case .pauseServer, .pauseLeader, .pauseMajority, .pauseNode: .pause
        case .cutOffServer, .cutOffLeader, .cutOffMajority, .cutOffNode: .cutOff
        }
    }

    /// What is done to a server or node.
    enum Kind: Sendable { case kill, pause, cutOff }
}
