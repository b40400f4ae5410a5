import DomainKit
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreRuntime
import ProfileDomain
import ProfileInfrastructure

extension DeciderDeclaration {
    /// The decider of items; sealed names stay sealed.
    static let items = DeciderDeclaration(ItemDecider.self, category: ItemEvent.category) {
        event throws(EventDecodingError) in
        // A stream that is none of an item is none of the feature's, whatever its category is.
        guard ItemID(event.stream) != nil else { return nil }
        return try ItemEvent.codec.decodeSealed(event)
    }

    /// The decider of profiles; sealed fields stay sealed.
    static let profiles = DeciderDeclaration(ProfileDecider.self, category: ProfileEvent.category) {
        event throws(EventDecodingError) in
        guard UserID(event.stream) != nil else { return nil }
        return try ProfileEvent.codec.decodeSealed(event)
    }
}
