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
        case .losesAnAppend: "there after closing and reopening"
        case .saysAnotherVersion: "carries the position and version of every event"
        case .tellsHeadTooHigh: "the head is the position of the last event"
        case .cutsLongPayloads: "payloads of every size"
        case .changesAByte, .losesTrailingZeros, .swapsWords: "every byte that a payload can hold"
        case .mergesNames: "names that differ only in their bytes"
        case .acceptsNothing: "a commit without events"
        case .goesOnWhenClosed: "a closed store refuses"
        case .refusesWhatHolds: "an expectation that holds"
        case .ignoresExpectations: "does not hold is a conflict"
        case .writesAHalf: "written whole or not at all"
        case .ignoresChecks: "a check of a stream"
        case .numbersBeforeItsTurn: "contiguous under concurrent writers"
        case .acceptsBoth: "expect the same version, one is accepted"
        case .readsStaleHead: "every read that begins after an answer"
        case .keepsAStoreForEachProcess: "processes share a store"
        case .skipsAnEvent: "a scan sees every event once"
        case .skipsAnEventInSequence: "a sequence sees every event once"
        case .saysTwiceThatItIsOpen: "reports once that the store is open"
        case .hidesAnEvent: "loading a stream sees each"
        case .findsFaults: "a sound store has no faults"
        case .findsWhatIsNotThere: "an empty store has nothing to read"
        case .leavesOutTheLast: "every request is answered"
        case .keepsToItsFirstAnswer: "after the first request of their kind"
        case .tellsOldVersions: "a stream's version is that of its last event"
        case .findsNothingBeyondTheHead: "a position beyond the head"
        case .forgetsTags: "ids, tags and contexts are read back"
        case .makesIDsItself: "a recorded id is refused"
        case .ignoresConditions: "a false condition is a conflict"
        case .writesRepeats: "a repeated append is answered as recorded"
        case .handsOutAgain: "a subscription delivers every event"
        case .verifiesLess: "a store in use can be backed up, verified and read"
        case .opensUnpromised: "holds a store open"
        case .replaysUnpromised: "a replay by sequence is refused by an engine without the ability"
        case .dropsUnpromisedConditions: "a condition is refused by an engine without conditions"
        case .riskyWhenAsked: "reports the durability"
        case .callsItselfSafe: "every append is synced"
        }
    }
}
