import Testing

@testable import NacreBenchmarks

@Suite struct FileSystemTests {
    private let mounts = """
        /dev/sda1 / ext4 rw 0 0
        tmpfs /tmp tmpfs rw 0 0
        /dev/sdb /tmp/deep xfs rw 0 0
        /dev/sdc /a\\040b btrfs rw 0 0
        """

    private func type(of path: String) -> String { FileSystem.mount(of: path, mounts: mounts).type }

    @Test func `the longest mount point above a path decides`() {
        #expect(type(of: "/home/a") == "ext4")
        #expect(type(of: "/tmp") == "tmpfs")
        #expect(type(of: "/tmp/deep/er") == "xfs")
        #expect(type(of: "/tmpfile") == "ext4")
        #expect(type(of: "/a b/c") == "btrfs")
    }

    @Test func `a later mount hides an earlier one at the same point`() {
        #expect(FileSystem.mount(of: "/x", mounts: mounts + "\noverlay / overlay rw 0 0").type == "overlay")
    }

    @Test func `without mounts the type is unknown`() {
        #expect(FileSystem.mount(of: "/x", mounts: "") == FileSystem.Mount(type: "unknown", options: nil))
    }

    @Test func `mount options are kept, except those that name folders, users or hosts`() {
        func options(_ line: String) -> String? { FileSystem.mount(of: "/x", mounts: line).options }
        #expect(options("/dev/sda1 / ext4 rw,relatime,data=ordered 0 0") == "rw,relatime,data=ordered")
        #expect(options("overlay / overlay rw,lowerdir=/a/b:/c,upperdir=/d,workdir=/e,volatile 0 0") == "rw,volatile")
        #expect(options("//server/share / cifs rw,username=a,addr=1.2.3.4,cache=strict 0 0") == "rw,cache=strict")
        #expect(options("/dev/sda1 / ext4") == nil)
    }
}
