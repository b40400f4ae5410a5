import DomainKit

// The listings in comments of `Sources/DomainKit/Deciding`.

enum Door { case open, closed, locked }
enum DoorCommand { case open, close }
enum DoorEvent: DomainEvent { case opened, closed }
enum DoorError: Error { case locked }

enum DoorDecider: Decider {
    static let initialState = Door.closed

    static func decide(_ command: DoorCommand, _ door: Door) throws(DoorError) -> [DoorEvent] {
        switch (command, door) {
        case (.open, .closed): [.opened]
        case (.open, .locked): throw .locked
        case (.close, .open): [.closed]
        case (.open, .open), (.close, .closed), (.close, .locked): []
        }
    }

    static func evolve(_ door: inout Door, _ event: DoorEvent) {
        switch event {
        case .opened: door = .open
        case .closed: door = .closed
        }
    }
}

func renameItem<Input>(_ input: Input, by rename: (Input) async throws -> Void) async throws {
    do {
        try await rename(input)
    } catch let error where error.isConflict {
        print("changed meanwhile: reload the item")
    }
}
