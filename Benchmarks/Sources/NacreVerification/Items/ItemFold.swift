package import ItemsDomain

/// Item events in two numbers, which any other way of decoding them must reproduce.
package struct ItemFold: Hashable, Sendable {
    package private(set) var events: UInt64 = 0

    /// A sum over kinds and lengths of names, so that no part of decoding can be left out.
    package private(set) var sum: UInt64 = 0

    package init() {}

    package mutating func add(_ event: ItemEvent) {
        events += 1
        switch event {
        case .created(let name, _): sum &+= 1 + UInt64(name.utf8.count)
        case .renamed(let name): sum &+= 3 + 7 * UInt64(name.utf8.count)
        case .completed: sum &+= 5
        case .reopened: sum &+= 11
        case .deleted: sum &+= 13
        case .erased: sum &+= 17
        case .restored: sum &+= 19
        }
    }
}
