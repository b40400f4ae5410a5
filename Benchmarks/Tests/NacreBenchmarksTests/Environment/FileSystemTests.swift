import Testing

@testable import NacreBenchmarks

@Suite struct FileSystemTests {
    private let mounts = """
        /dev/sda1 / ext4 rw 0 0
        tmpfs /tmp tmpfs rw 0 0
        /dev/sdb /tmp/deep xfs rw 0 0
        /dev/sdc /a\\040b btrfs rw 0 0
        """

    @Test func `the longest mount point above a path decides`() {
        #expect(FileSystem.type(of: "/home/a", mounts: mounts) == "ext4")
        #expect(FileSystem.type(of: "/tmp", mounts: mounts) == "tmpfs")
        #expect(FileSystem.type(of: "/tmp/deep/er", mounts: mounts) == "xfs")
        #expect(FileSystem.type(of: "/tmpfile", mounts: mounts) == "ext4")
        #expect(FileSystem.type(of: "/a b/c", mounts: mounts) == "btrfs")
    }

    @Test func `a later mount hides an earlier one at the same point`() {
        #expect(FileSystem.type(of: "/x", mounts: mounts + "\noverlay / overlay rw 0 0") == "overlay")
    }

    @Test func `no mounts, no type`() {
        #expect(FileSystem.type(of: "/x", mounts: "") == "unknown")
    }
}
