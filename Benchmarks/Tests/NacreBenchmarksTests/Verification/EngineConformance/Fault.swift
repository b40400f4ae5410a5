/// A way in which an engine is broken.
enum Fault: CaseIterable, Sendable {
    case losesAnAppend
    case saysAnotherVersion
    case tellsHeadTooHigh
    case cutsLongPayloads
    case changesAByte
    case losesTrailingZeros
    case swapsWords
    case mergesNames
    case acceptsNothing
    case goesOnWhenClosed
    case refusesWhatHolds
    case ignoresExpectations
    case writesAHalf
    case ignoresChecks
    case numbersBeforeItsTurn
    case acceptsBoth
    case readsStaleHead
    case keepsAStoreForEachProcess
    case skipsAnEvent
    case skipsAnEventInSequence
    case saysTwiceThatItIsOpen
    case hidesAnEvent
    case findsFaults
    case findsWhatIsNotThere
    case leavesOutTheLast
    case keepsToItsFirstAnswer
    case tellsOldVersions
    case findsNothingBeyondTheHead
    case forgetsTags
    case makesIDsItself
    case ignoresConditions
    case writesRepeats
    case handsOutAgain
    case verifiesLess
    case opensUnpromised
    case replaysUnpromised
    case dropsUnpromisedConditions
    case riskyWhenAsked
    case callsItselfSafe

    /// A part of the name of the rule that finds it, and of no other rule's.
    var rule: String {
        switch self {
        case .losesAnAppend: "there after closing and opening anew"
        case .saysAnotherVersion: "carries the position and version of every event"
        case .tellsHeadTooHigh: "the head is the position of the last event"
        case .cutsLongPayloads: "payloads of every size"
        case .changesAByte, .losesTrailingZeros, .swapsWords: "every byte that a payload can hold"
        case .mergesNames: "names that differ in bytes alone"
        case .acceptsNothing: "a commit without events"
        case .goesOnWhenClosed: "takes no more"
        case .refusesWhatHolds: "an expectation that holds"
        case .ignoresExpectations: "does not hold is a conflict"
        case .writesAHalf: "written whole or not at all"
        case .ignoresChecks: "a check of a stream"
        case .numbersBeforeItsTurn: "contiguous under concurrent writers"
        case .acceptsBoth: "expect the same version at once"
        case .readsStaleHead: "is seen by every reading"
        case .keepsAStoreForEachProcess: "processes share a store"
        case .skipsAnEvent: "a scan sees every event once"
        case .skipsAnEventInSequence: "a sequence sees every event once"
        case .saysTwiceThatItIsOpen: "says once when the store is open"
        case .hidesAnEvent: "loading a stream sees each"
        case .findsFaults: "a sound store has no faults"
        case .findsWhatIsNotThere: "an empty store has nothing to read"
        case .leavesOutTheLast: "every request is answered"
        case .keepsToItsFirstAnswer: "after the first request of their kind"
        case .tellsOldVersions: "a stream's version is that of its last event"
        case .findsNothingBeyondTheHead: "a position beyond the head"
        case .forgetsTags: "ids and tags come back"
        case .makesIDsItself: "an id that is there already is refused"
        case .ignoresConditions: "a condition is judged"
        case .writesRepeats: "sent again is answered as recorded"
        case .handsOutAgain: "a subscription hands out every event"
        case .verifiesLess: "a store in use is backed up whole, verified and read"
        case .opensUnpromised: "held open where that is promised"
        case .replaysUnpromised: "a sequence is refused where it is not promised"
        case .dropsUnpromisedConditions: "a condition is refused where it is not judged"
        case .riskyWhenAsked: "says what the harness says"
        case .callsItselfSafe: "every append is synced"
        }
    }
}
