import DomainKit
import ItemsDomain
import Nacre
import ProfileDomain

/// Properties of the arguments that name an item or a profile.
enum ShellArgumentProperties {
    static func check(_ text: String, isUUID: Bool) {
        let item = ArgumentProperties.parsed(text, ItemArgument.parse)
        expect((item != nil) == isUUID, "\(text) as an item's id: \(item?.description ?? "refused")")
        if let item { expect(item.description == text.lowercased(), "\(text) becomes \(item)") }
        guard let user = ArgumentProperties.parsed(text, UserArgument.parse) else { return }
        expect(user.text.utf8.elementsEqual(text.utf8), "\(text) becomes \(user)")
        expect((1...200).contains(text.utf8.count), "a user's id of \(text.utf8.count) bytes is taken")
        let stream = UserArgument.stream(of: user)
        expect((try? stream.validate(as: "stream name")) != nil, "user \(text) has no stream")
        expect(stream.text.utf8.elementsEqual(Array("profile-".utf8) + text.utf8), "user \(text) has stream \(stream)")
    }
}
